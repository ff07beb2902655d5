import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBar } from './support/bar.ts';
import { optionsOf } from './support/options.ts';
import { collected, writeTable } from './support/page.ts';

/**
 * Runs the benchmarks of the table in docs/benchmarks.md, one after the other, and writes it, with the commit and the
 * date. Options are passed on to all of them, and then nothing is written.
 */
const runs: readonly { readonly file: string; readonly args: readonly string[]; readonly minutes: number }[] =
  [
    { file: 'loneMessage', args: ['--seconds', '10'], minutes: 3 },
    { file: 'sendMessage', args: [], minutes: 2.5 },
    { file: 'sockets', args: [], minutes: 2.5 },
    { file: 'latency', args: ['--seconds', '8'], minutes: 2.5 },
    { file: 'fanOut', args: [], minutes: 4 },
    { file: 'reads', args: ['--rounds', '2'], minutes: 5 },
    { file: 'growth', args: ['--seconds', '5', '--long', '600000'], minutes: 7 },
    { file: 'mixed', args: [], minutes: 2.5 },
  ];

optionsOf({
  ...{ rounds: '', seconds: '', sockets: '', members: '', short: '', rebuilt: '', long: '', users: '' },
});
const options = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-results-'));
const results = path.join(folder, 'results');
const failed: string[] = [];
const bar = startBar(
  runs.reduce((sum, { minutes }) => sum + minutes, 0),
  'of all benchmarks',
);
for (const { file, args, minutes } of runs) {
  console.log(`\n${file}`);
  const script = path.join(import.meta.dirname, `${file}.ts`);
  const nodeArgs = ['--conditions=source', '--import', 'tsx', script, ...args, ...options];
  const child = spawn(process.execPath, nodeArgs, {
    stdio: 'inherit',
    env: { ...process.env, BENCH_RESULTS: results },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) failed.push(file);
  bar.increment(minutes);
}
bar.stop();
const all = await collected(results);
console.table(all);
await rm(folder, { recursive: true });
if (failed.length > 0) {
  console.error(`Not written into docs/benchmarks.md, because these failed: ${failed.join(', ')}`);
  process.exitCode = 1;
} else if (options.length > 0) console.log('Not written into docs/benchmarks.md, because of the options.');
else await writeTable(all);
