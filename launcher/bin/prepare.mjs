// @ts-check
// Prepares for `npm start`, `npm test` and others: checks Node, installs packages, builds. Plain JavaScript without
// packages, because nothing is installed yet when it runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const stamps = path.join(root, 'node_modules', '.cache', 'pmcw');

/** @param {string} message @returns {never} */
export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/**
 * Runs a command in the repository's root with inherited output; ends the process when it fails.
 * @param {string} command @param {string[]} args @param {'inherit' | 2} [stdout]
 */
export function run(command, args, stdout = 'inherit') {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', stdout, 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.status !== 0)
    fail(`«${command} ${args.join(' ')}» failed (${result.signal ?? result.status ?? result.error}).`);
}

/** Standard output belongs to the command that is being prepared. @param {string} command @param {string[]} args */
const runBefore = (command, args) => run(command, args, 2);

/** Not below `node_modules`, which an install removes, nor in a temporary folder, which other users share. */
const lock = path.join(root, '.preparing.lock');
/** A lock is written right after it is made. */
const emptyLockMs = 5_000;

/** @returns {boolean} whether the process that holds the lock has ended, or never wrote its id */
function isStale() {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    if (!Number.isInteger(holder) || holder <= 0) return Date.now() - statSync(lock).mtimeMs > emptyLockMs;
    // In a container, a process often has the id of the one before it.
    if (holder === process.pid) return true;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    // Another user's process may not be signalled, but it runs.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** @returns {boolean} false while another live process has the lock */
function tryLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (isStale()) rmSync(lock, { force: true });
  return false;
}

/**
 * Runs work exclusively, so that concurrently started parts install and build only once.
 * @param {() => void} work
 */
function alone(work) {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; !tryLock(); tries += 1) {
    if (tries === 5) console.error(`Waiting for another process that installs or builds (${lock}) …`);
    Atomics.wait(sleeper, 0, 0, 200);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Runs `make` once per value of its inputs.
 * @param {string} name @param {() => string} inputs @param {() => void} make
 */
function onceFor(name, inputs, make) {
  const file = path.join(stamps, name);
  const isMade = () => existsSync(file) && readFileSync(file, 'utf8') === inputs();
  if (isMade()) return;
  alone(() => {
    if (isMade()) return;
    make();
    mkdirSync(stamps, { recursive: true });
    writeFileSync(file, inputs());
  });
}

/** As in `engines` of package.json: 20.19, 22.12, and 24 or newer. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  fail(`This is Node ${version}. PMCW needs Node 24 (or 22.12, 20.19, or newer than 24): https://nodejs.org`);
}

/**
 * Whether an install by hand left what the lockfile names. Without build tools, as after `npm ci --omit=dev`, it is not
 * complete; optional packages may be those of other systems.
 */
function isComplete() {
  const read = (/** @type {string} */ file) =>
    JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  try {
    const installed = read('node_modules/.package-lock.json');
    return Object.entries(read('package-lock.json')).every(
      ([name, { version, optional, devOptional, link }]) =>
        !name.includes('node_modules/') ||
        optional ||
        devOptional ||
        link ||
        installed[name]?.version === version,
    );
  } catch {
    return false;
  }
}

/** Installs the packages of the lockfile, if needed. */
export function install() {
  checkNode();
  const lockfile = () =>
    createHash('sha256')
      .update(readFileSync(path.join(root, 'package-lock.json')))
      .digest('hex');
  onceFor('installed', lockfile, () => {
    if (isComplete()) return;
    console.error('Installing packages (the first time, about a minute) …');
    // Also the build tools, which NODE_ENV=production would omit.
    runBefore('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

/** @param {string} folder @returns {string[]} */
function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourcesBelow(file);
    return /\.(spec\.tsx?|md)$/.test(entry.name) ? [] : [file];
  });
}

/** Changes when any source of the build does; reads only the configuration. */
function fingerprint() {
  const workspaces = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).workspaces;
  const folders = workspaces.flatMap((/** @type {string} */ name) =>
    [path.join(root, name, 'src'), path.join(root, name, 'public')].filter((folder) => existsSync(folder)),
  );
  const single = [
    ...['package-lock.json', 'tsconfig.base.json', 'launcher/bin/bundle.mjs'],
    ...['pwa/index.html', 'pwa/package.json'],
    ...readdirSync(path.join(root, 'pwa'))
      .filter((name) => name.startsWith('vite.'))
      .map((name) => `pwa/${name}`),
  ];
  const hash = createHash('sha256');
  for (const file of [
    ...folders.flatMap(sourcesBelow),
    ...single.map((name) => path.join(root, name)),
  ].sort()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${path.relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

/** By path, because `typescript` has a `tsc` too (`docs/decisions/typescript-7.md`). */
export const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');

/** Builds all parts, unless these sources are already built. */
export function build() {
  onceFor('built', fingerprint, () => {
    console.error('Building …');
    runBefore(process.execPath, [compiler, '-b', 'launcher']);
    runBefore(process.execPath, [path.join(root, 'launcher/bin/bundle.mjs')]);
    runBefore('npm', ['run', '--silent', 'build', '-w', 'pwa']);
  });
}
