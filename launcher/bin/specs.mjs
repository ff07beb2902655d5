// @ts-check
// `node launcher/bin/specs.mjs [tier…] [--root folder]`: runs the specs of these tiers, or all. Failed files of the
// tiers that depend on the machine (real servers, a real browser) run a second time, each alone. If they pass then,
// they are listed at the end as `unsteady: <file> > <spec>`, below their first errors. Unit specs get no second try.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './prepare.mjs';

/** @typedef {import('./redFiles.mjs').RedFile} RedFile */

const tiersWithSecondTry = ['int', 'e2e'];
/** More failed files than this can't be chance. */
const mostSecondTries = 8;

const { values, positionals: tiers } = parseArgs({
  options: { root: { type: 'string', default: root } },
  allowPositionals: true,
});
const at = path.resolve(values.root);
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reporter = fileURLToPath(new URL('redFiles.mjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'pmcw-specs-'));
const results = path.join(folder, 'red.json');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs specs. Failures that belong to no file (global errors, a crash of Vitest) make it `isBroken`.
 * @param {string[]} args @returns {{ isGreen: boolean, isBroken: boolean, red: RedFile[] }}
 */
function run(args) {
  rmSync(results, { force: true });
  const reporters = ['--reporter=default', `--reporter=${reporter}`];
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--root', at, ...reporters, ...args], {
    cwd: at,
    stdio: 'inherit',
    env: { ...process.env, RED_FILES: results },
  });
  if (status === 0) return { isGreen: true, isBroken: false, red: [] };
  try {
    const { red, nobodys } = JSON.parse(readFileSync(results, 'utf8'));
    return { isGreen: false, isBroken: nobodys.length > 0 || red.length === 0, red };
  } catch {
    return { isGreen: false, isBroken: true, red: [] };
  }
}

/** @param {RedFile} file */
const nameOf = ({ file }) => path.relative(at, file);

/** @param {string} why @returns {never} */
function giveUp(why) {
  console.error(`\nred: ${why}`);
  process.exit(1);
}

const first = run(tiers.flatMap((tier) => ['--project', tier]));
if (first.isGreen) process.exit(0);
if (first.isBroken) giveUp('the run itself, see above');
const final = first.red.filter(({ tier }) => !tiersWithSecondTry.includes(tier));
if (final.length > 0) giveUp(final.map(nameOf).join(', '));
if (first.red.length > mostSecondTries) giveUp(`${first.red.length} files are more than chance`);

for (const red of first.red) {
  console.log(`\n== Once more, alone: ${nameOf(red)}`);
  if (!run(['--project', red.tier, red.file]).isGreen) giveUp(`${nameOf(red)}, twice`);
}
console.log('\n== Red among all, green alone. Each is a defect, of the spec or of the code.');
for (const { reds } of first.red) for (const { message } of reds) console.log(`\n${message}`);
console.log('');
for (const red of first.red)
  for (const { spec } of red.reds) console.log(`unsteady: ${nameOf(red)} > ${spec}`);
