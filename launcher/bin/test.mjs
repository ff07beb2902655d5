// @ts-check
// `npm test`: installs what is needed, including a browser, builds, checks and runs all tiers of tests except the
// longest, which `npm run soak` runs. `npm test -- unit` (or int, e2e, long) runs one tier.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, compiler, fail, install, root, run } from './prepare.mjs';

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

const tiers = process.argv.slice(2);
process.chdir(root);
const isWhole = tiers.length === 0;
const needsBrowser = isWhole || tiers.includes('e2e') || tiers.includes('long');
const browser = needsBrowser ? installChromium() : null;
install();
build();
if (isWhole) {
  step('Format and lint, types, arrows between the rooms, wording, browsers', 'npx', [
    'concurrently',
    '--group',
    '--names=lint,types,arrows,words,browsers',
    'biome ci --colors=off --error-on-warnings .',
    // Relative, because this is a shell command, and the absolute path may contain a space.
    `node ${path.relative(root, compiler)} -b`,
    'depcruise --config .dependency-cruiser.cjs --output-type err .',
    'node --conditions=source --import tsx testing/src/prose/check.ts',
    'node --conditions=source --import tsx testing/src/browsers/check.ts',
  ]);
}
if (isWhole) step('Unit tests, and the lines they cover', process.execPath, ['launcher/bin/coverage.mjs']);
await browser;
const chosen = isWhole ? ['int', 'e2e'] : tiers;
step('Tests', process.execPath, ['launcher/bin/specs.mjs', ...chosen]);
