import { monitorEventLoopDelay } from 'node:perf_hooks';
import { everything, type Importance, rankOf } from './importance.ts';
import { Pressure } from './pressure.ts';

const lookEveryMs = 200;
const resolutionMs = 10;

/** So few requests are no queue: whatever delays them, refusing one would not help the others. */
export const fewInFlight = 32;

type DelayOf = (sinceLastMs: number) => number;

interface Queue {
  readonly delayMs: DelayOf;
  readonly pressure: Pressure;
}

/**
 * Decides which requests a process refuses because work waits for too long: in its event loop, and in further queues.
 * See docs/decisions/http-overload.md.
 */
export class Overload {
  readonly #queues: Queue[] = [];
  readonly #loop = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #looking: NodeJS.Timeout;
  #lookedAt = performance.now();
  #inFlight = 0;

  constructor() {
    this.#loop.enable();
    this.watch((sinceLastMs) => this.#loopDelayMs(sinceLastMs), everything);
    this.#looking = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** @param most how much may be refused because of this queue, as a pressure */
  watch(delayMs: DelayOf, most: number): void {
    this.#queues.push({ delayMs, pressure: new Pressure(most) });
  }

  /** Counts a request until it calls what this returns. */
  enter(): () => void {
    this.#inFlight += 1;
    return () => {
      this.#inFlight -= 1;
    };
  }

  get level(): number {
    if (this.#inFlight <= fewInFlight) return 0;
    return Math.max(...this.#queues.map(({ pressure }) => pressure.level));
  }

  /** Refuses a share of each class, by chance. */
  refuses(importance: Importance): boolean {
    return Math.random() < this.level - rankOf(importance);
  }

  close(): void {
    clearInterval(this.#looking);
    this.#loop.disable();
  }

  #look(): void {
    const now = performance.now();
    const sinceLastMs = now - this.#lookedAt;
    this.#lookedAt = now;
    for (const { delayMs, pressure } of this.#queues) pressure.note(delayMs(sinceLastMs), sinceLastMs);
  }

  /** Mean since the last look. Node measures nothing before the second turn after a reset. */
  #loopDelayMs(sinceLastMs: number): number {
    const { count, mean } = this.#loop;
    this.#loop.reset();
    return count > 0 ? mean / 1e6 - resolutionMs : sinceLastMs;
  }
}
