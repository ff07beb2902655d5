import type { Page } from './pages.ts';
import type { LogRecord } from './records.ts';

export interface Written {
  readonly stream: string;
  readonly from: number;
  readonly count: number;
  readonly until: number;
}

export interface ReadBackSource {
  newest(count: number, until: number): Promise<Page>;
  ofStream(stream: string, from: number, count: number, until: number): Promise<Page>;
}

interface WaitingRead extends Written {
  readonly resolve: (records: readonly LogRecord[]) => void;
  readonly reject: (error: unknown) => void;
}

const most = 500;
/** Reached when other writers interleave. */
const farthestReach = 8;

/**
 * Reads back concurrent appends with one call at the end of the log; others, such as old repeats, from their stream.
 */
export class ReadBack {
  readonly #source: ReadBackSource;
  #waiting: WaitingRead[] = [];
  #isReading = false;
  #reach = 1;

  constructor(source: ReadBackSource) {
    this.#source = source;
  }

  /** @throws the call's error */
  read(written: Written): Promise<readonly LogRecord[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...written, resolve, reject });
      if (!this.#isReading) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const round = this.#waiting;
      this.#waiting = [];
      const [only] = round;
      if (round.length === 1 && only !== undefined) await this.#alone(only);
      else await this.#together(round);
    }
    this.#isReading = false;
  }

  async #together(round: readonly WaitingRead[]): Promise<void> {
    const wanted = round.reduce((sum, { count }) => sum + count, 0);
    const count = Math.min(most, wanted * this.#reach);
    try {
      const { records } = await this.#source.newest(count, Math.max(...round.map(({ until }) => until)));
      const places = new Map(records.map((record, n) => [placeOf(record.stream, record.revision), n]));
      let [missed, farthest] = [0, 0];
      for (const one of round) {
        const found = runOf(one).flatMap((place) => places.get(place) ?? []);
        if (found.length === one.count) {
          farthest = Math.max(farthest, ...found);
          one.resolve(found.flatMap((n) => records[n] ?? []));
        } else {
          missed += 1;
          // Doesn't delay the next round.
          void this.#alone(one);
        }
      }
      this.#learn(missed > round.length / 4, farthest < count / 2);
    } catch (error) {
      for (const { reject } of round) reject(error);
    }
  }

  async #alone({ stream, from, count, until, resolve, reject }: WaitingRead): Promise<void> {
    try {
      resolve((await this.#source.ofStream(stream, from, count, until)).records);
    } catch (error) {
      reject(error);
    }
  }

  #learn(tooNear: boolean, tooFar: boolean): void {
    if (tooNear) this.#reach = Math.min(farthestReach, this.#reach * 2);
    else if (tooFar) this.#reach = Math.max(1, this.#reach / 2);
  }
}

function runOf({ stream, from, count }: Written): string[] {
  return Array.from({ length: count }, (_, n) => placeOf(stream, from + n));
}

function placeOf(stream: string, revision: number): string {
  return `${revision}@${stream}`;
}
