// @ts-check
// `node launcher/bin/coverage.mjs [--tier unit] [--tier int] [--raise]`: runs these tiers (unit unless given) and
// compares the covered lines of each workspace with `coverage.json`. Below its floor, or without one, is a failure.
// `--raise` raises floors of the unit tier to a percent below what is covered; it never lowers one.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail, root } from './prepare.mjs';

const { values } = parseArgs({
  options: {
    tier: { type: 'string', multiple: true, default: ['unit'] },
    raise: { type: 'boolean', default: false },
  },
});
const tiers = values.tier;
const floorsFile = path.join(root, 'coverage.json');
const folder = mkdtempSync(path.join(tmpdir(), 'pmcw-coverage-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const projects = tiers.flatMap((tier) => ['--project', tier]);
const coverage = ['--coverage', `--coverage.reportsDirectory=${folder}`];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...projects, ...coverage], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) fail('Specs failed, see above.');

/** @type {Record<string, { lines: { total: number, covered: number } }>} */
const { total: _all, ...files } = JSON.parse(
  readFileSync(path.join(folder, 'coverage-summary.json'), 'utf8'),
);
/** @type {Map<string, { total: number, covered: number }>} */
const linesOf = new Map();
for (const [file, { lines }] of Object.entries(files)) {
  const [workspace = ''] = path.relative(root, file).split(path.sep);
  const { total, covered } = linesOf.get(workspace) ?? { total: 0, covered: 0 };
  linesOf.set(workspace, { total: total + lines.total, covered: covered + lines.covered });
}

/** Percent of lines, by workspace. @type {Record<string, number>} */
const floors = JSON.parse(readFileSync(floorsFile, 'utf8'));
const percents = [...linesOf]
  .map(([workspace, { total, covered }]) => ({
    workspace,
    percent: total === 0 ? 100 : (100 * covered) / total,
  }))
  .sort((a, b) => a.workspace.localeCompare(b.workspace));
console.log('\nCovered lines of each workspace, and the floor:');
for (const { workspace, percent } of percents)
  console.log(`${workspace}: ${percent.toFixed(1)} % (${floors[workspace] ?? 'none'})`);

if (values.raise) {
  if (tiers.join() !== 'unit') fail('The floors are those of the unit tier: --raise takes no --tier.');
  const raised = percents.map(({ workspace, percent }) => [
    workspace,
    Math.max(floors[workspace] ?? 0, Math.floor(percent) - 1),
  ]);
  writeFileSync(floorsFile, `${JSON.stringify(Object.fromEntries(raised), null, 2)}\n`);
} else {
  const low = percents.filter(
    ({ workspace, percent }) => !(percent >= (floors[workspace] ?? Number.POSITIVE_INFINITY)),
  );
  const gone = Object.keys(floors).filter((workspace) => !linesOf.has(workspace));
  if (low.length + gone.length > 0)
    fail(
      `Below the floor in coverage.json: ${[...low.map(({ workspace }) => workspace), ...gone].join(', ')}.`,
    );
}
