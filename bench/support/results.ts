import { appendFile } from 'node:fs/promises';
import { describeMachine } from './machine.ts';

/** A line of the table in `docs/benchmarks.md`. */
export interface Result {
  readonly workload: string;
  readonly product: string;
  readonly peer: string;
  /** The product's figure divided by the peer's. */
  readonly ratio: string;
  readonly target: string;
}

const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(2);

/** A result of two figures of one unit. */
export const compared = (
  workload: string,
  unit: string,
  { product, peer }: { readonly product: number; readonly peer: number },
  target: string,
): Result => ({
  workload,
  product: `${rounded(product)} ${unit}`.trim(),
  peer: `${rounded(peer)} ${unit}`.trim(),
  // A peer at rest does nothing.
  ratio: peer === 0 ? '–' : (product / peer).toFixed(2),
  target,
});

/** Prints results; `npm run bench` collects them in a file. */
export async function report(results: readonly Result[]): Promise<void> {
  console.log(`\n${describeMachine()}`);
  console.table(results);
  const file = process.env.BENCH_RESULTS;
  if (file !== undefined)
    await appendFile(file, results.map((result) => `${JSON.stringify(result)}\n`).join(''));
}
