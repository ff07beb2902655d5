// @ts-check
// `npm test`: installs what is needed, a browser included, builds, checks and runs every tier of tests
// but for the longest, which `npm run soak` runs: `npm test -- unit` (or int, e2e, long) runs one tier.
import { spawnSync } from 'node:child_process';
import { build, compiler, fail, install, root, run } from './prepare.mjs';

/** @param {string} command */
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;

const canInstall = process.getuid?.() === 0 && has('apt-get');

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', [...args, '-qq'], { stdio: 'inherit', env }).status === 0;
}

/** @param {string} name */
const aptInstall = (name) => apt('install', '-y', '--no-install-recommends', name);

const chromiumIsMissing =
  'The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.';

/** The whole browser, and beside it the one without a window, in which specs take a third less time. */
function installChromium() {
  if (process.env.CHROMIUM_PATH) return;
  const isHere = ['chromium', 'chromium-browser', 'google-chrome'].some(has);
  if (!canInstall && !isHere) fail(chromiumIsMissing);
  if (!canInstall || (isHere && has('chromium-headless-shell'))) return;
  console.log('Installing Chromium …');
  apt('update');
  if (!isHere && !aptInstall('chromium')) fail(chromiumIsMissing);
  if (!aptInstall('chromium-headless-shell'))
    console.log('All specs run in the whole browser, which takes longer.');
}

/** @param {string} title @param {string} command @param {string[]} args */
function step(title, command, args) {
  console.log(`\n== ${title}`);
  run(command, args);
}

const tiers = process.argv.slice(2);
process.chdir(root);
install();
const isWhole = tiers.length === 0;
if (isWhole || tiers.includes('e2e') || tiers.includes('long')) installChromium();
build();
if (isWhole) {
  step('Format and lint', 'npx', ['biome', 'ci', '--error-on-warnings', '.']);
  step('Types', process.execPath, [compiler, '-b']);
  step('Arrows between the rooms', 'npx', [
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    '.',
  ]);
}
const chosen = isWhole ? ['unit', 'int', 'e2e'] : tiers;
step('Tests', process.execPath, ['launcher/bin/specs.mjs', ...chosen]);
