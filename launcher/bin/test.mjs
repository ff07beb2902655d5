// @ts-check
// `npm test`: installs what is needed, including a browser, builds, checks and runs all tiers of tests except the
// longest, which `npm run soak` runs. `npm test -- unit` (or int, e2e, long) runs one tier; `npm test -- checks` all
// that comes before the tiers int and e2e.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build, compiler, fail, install, root, run } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

/** Installs Chromium in parallel, which mostly waits for the network; resolves when it is installed. */
function installChromium() {
  const script = fileURLToPath(new URL('chromium.mjs', import.meta.url));
  const ended = once(spawn(process.execPath, [script], { stdio: 'inherit' }), 'exit');
  return ended.then(
    ([code]) => code === 0 || fail('There is no Chromium for the browser tests; see above why.'),
  );
}

/** @param {string} title @param {string} command @param {string[]} args */
function step(title, command, args) {
  console.log(`\n== ${title}`);
  run(command, args);
}

/**
 * Starts the checks that need no build, which computes on one core; resolves when all have passed.
 * @returns {Promise<unknown>}
 */
function checkSources() {
  const checks = [
    'biome ci --colors=off --error-on-warnings .',
    'depcruise --config .dependency-cruiser.cjs --output-type err .',
    'node --conditions=source --import tsx testing/src/prose/check.ts',
    'node --conditions=source --import tsx testing/src/browsers/check.ts',
  ];
  console.log('\n== Format and lint, arrows between the rooms, wording, browsers; beside the build');
  const args = ['concurrently', '--group', '--names=lint,arrows,words,browsers', ...checks];
  const ended = once(spawn('npx', args, { cwd: root, stdio: 'inherit' }), 'exit');
  return ended.then(([code]) => code === 0 || fail('Checks failed, see above.'));
}

const { positionals: asked } = argumentsOf('test');
process.chdir(root);
const isWhole = asked.length === 0;
const isChecking = isWhole || asked.includes('checks');
const tiers = isWhole ? ['int', 'e2e'] : asked.filter((name) => name !== 'checks');
const needsBrowser = isChecking || tiers.includes('e2e') || tiers.includes('long');
const browser = needsBrowser ? installChromium() : null;
install();
const sources = isChecking ? checkSources() : null;
build();
await sources;
if (isChecking) {
  step('Types', process.execPath, [compiler, '-b']);
  step('Unit tests, and the lines they cover', process.execPath, ['launcher/bin/coverage.mjs']);
}
await browser;
if (tiers.length > 0) step('Tests', process.execPath, ['launcher/bin/specs.mjs', ...tiers]);
