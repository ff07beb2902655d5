// @ts-check
// `npm test`: installs what is needed, a browser included, builds, checks and runs every tier of tests.
// `npm test -- unit` (or int, e2e) runs one tier.
import { spawnSync } from 'node:child_process';
import { build, fail, install, root, run } from './prepare.mjs';

/** @param {string} command */
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;

function installChromium() {
  if (process.env.CHROMIUM_PATH || ['chromium', 'chromium-browser', 'google-chrome'].some(has)) return;
  if (process.getuid?.() !== 0 || !has('apt-get')) {
    fail(
      'The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH.',
    );
  }
  console.log('Installing Chromium …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], env);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env);
}

/** @param {string} title @param {string} command @param {string[]} args */
function step(title, command, args) {
  console.log(`\n== ${title}`);
  run(command, args);
}

const tiers = process.argv.slice(2);
process.chdir(root);
install();
if (tiers.length === 0 || tiers.includes('e2e')) installChromium();
build();
if (tiers.length === 0) {
  step('Format and lint', 'npx', ['biome', 'ci', '--error-on-warnings', '.']);
  step('Types', 'npx', ['tsc', '-b']);
  step('Arrows between the rooms', 'npx', [
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    '.',
  ]);
}
step('Tests', process.execPath, ['launcher/bin/specs.mjs', ...tiers]);
