import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { describeMachine } from './machine.ts';
import type { Result } from './results.ts';

const page = path.resolve(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md');
const start = '<!-- Written by `npm run bench`. -->\n';
const end = '<!-- End of what `npm run bench` writes. -->\n';
const historyHead = '| date | commit | workload | product | peer | ratio |\n|---|---|---|---|---|---|\n';

const resultSchema: z.ZodType<Result> = z.object({
  workload: z.string(),
  product: z.string(),
  peer: z.string(),
  ratio: z.string(),
  target: z.string(),
});

/** Results that `report` has collected in a file. */
export async function collected(file: string): Promise<readonly Result[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => resultSchema.parse(JSON.parse(line)));
}

/** Writes results as the current table of the page, and adds them to its history. */
export async function writeTable(results: readonly Result[]): Promise<void> {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const rows = results.map(
    ({ workload, product, peer, ratio, target }) =>
      `| ${workload} | ${product} | ${peer} | ${ratio} | ${target} |\n`,
  );
  const table =
    `\n${date}, commit ${commit}. ${describeMachine()}\n\n` +
    `| workload | product | peer | ratio | target |\n|---|---|---|---|---|\n${rows.join('')}\n`;
  const history = results.map(
    ({ workload, product, peer, ratio }) =>
      `| ${date} | ${commit} | ${workload} | ${product} | ${peer} | ${ratio} |\n`,
  );
  const text = await readFile(page, 'utf8');
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  const rest = text.slice(to).replace(historyHead, () => historyHead + history.join(''));
  await writeFile(page, text.slice(0, from) + table + rest);
}
