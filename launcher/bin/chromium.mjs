// @ts-check
// Installs the browser for e2e specs, if it is missing and may be installed.
import { spawnSync } from 'node:child_process';
import { fail } from './prepare.mjs';

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

/** Also installs the headless browser, with which specs take a third less time. */
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

installChromium();
