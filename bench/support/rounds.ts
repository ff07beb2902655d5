import { SingleBar } from 'cli-progress';

export interface Contender {
  readonly name: string;
  /** Works for so many seconds and returns actions per second. */
  run(seconds: number): Promise<number>;
}

/** How long and how often each contender runs. */
export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  /** Seconds that each runs first without counting, for compilers and caches. */
  readonly warmUp: number;
}

/**
 * Runs contenders in turns, so that a slow moment of the machine does not affect only one, with a progress bar.
 * @returns actions per second, round by round, by contender name
 */
export async function inTurns(
  contenders: readonly Contender[],
  { rounds, seconds, warmUp }: Rounds,
): Promise<Map<string, number[]>> {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {name} | {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  });
  const results = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  bar.start((rounds * seconds + warmUp) * contenders.length, 0, { name: 'warming up' });
  const ticking = setInterval(() => bar.increment(), 1000);
  let done = 0;
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const duration = round === 0 ? warmUp : seconds;
      for (const { name, run } of contenders) {
        bar.update(done, {
          name: round === 0 ? `${name}, warming up` : `${name}, round ${round} of ${rounds}`,
        });
        const perSecond = await run(duration);
        if (round > 0) results.get(name)?.push(perSecond);
        done += duration;
      }
    }
  } finally {
    clearInterval(ticking);
    bar.update(done, { name: 'done' });
    bar.stop();
  }
  return results;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
