import { SingleBar } from 'cli-progress';

/** A progress bar; without a terminal, a line every ten seconds. */
export function startBar(total: number, doing: string): SingleBar {
  const bar = new SingleBar({
    format: `{bar} {percentage}% | ${doing} | {eta_formatted} left`,
    etaBuffer: 1_000,
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  });
  bar.start(total, 0);
  return bar;
}
