import { monitorEventLoopDelay } from 'node:perf_hooks';
import { everything, type Importance, rankOf } from './importance.ts';
import { Pressure } from './pressure.ts';

const lookEveryMs = 100;
const resolutionMs = 10;
/** Looks continue for so long after more than a few requests were in flight. */
const calmMs = 5_000;

/** So few requests are no queue: whatever delays them, refusing one would not help the others. */
export const fewInFlight = 32;

type DelayOf = (sinceLastMs: number) => number;

interface Queue {
  readonly delayMs: DelayOf;
  readonly pressure: Pressure;
}

/**
 * Decides which requests a process refuses because work waits for too long: in its event loop, and in further queues.
 * Measures only while it matters: it would take a quarter of the processor time of an idle process.
 * See docs/decisions/http-overload.md.
 */
export class Overload {
  readonly #queues: Queue[] = [];
  readonly #loop = monitorEventLoopDelay({ resolution: resolutionMs });
  #looking: NodeJS.Timeout | undefined;
  #lookedAt = 0;
  #crowdedAt = 0;
  #inFlight = 0;

  constructor() {
    this.watch((sinceLastMs) => this.#loopDelayMs(sinceLastMs), everything);
  }

  /** @param most how much may be refused because of this queue, as a pressure */
  watch(delayMs: DelayOf, most: number): void {
    this.#queues.push({ delayMs, pressure: new Pressure(most) });
  }

  /** Counts a request until it calls what this returns. */
  enter(): () => void {
    this.#inFlight += 1;
    if (this.#inFlight > fewInFlight) this.#keepLooking();
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
    this.#looking = undefined;
    this.#loop.disable();
    this.#loop.reset();
  }

  #keepLooking(): void {
    this.#crowdedAt = performance.now();
    if (this.#looking !== undefined) return;
    this.#lookedAt = this.#crowdedAt;
    this.#loop.enable();
    this.#looking = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  #look(): void {
    const now = performance.now();
    const sinceLastMs = now - this.#lookedAt;
    this.#lookedAt = now;
    for (const { delayMs, pressure } of this.#queues) pressure.note(delayMs(sinceLastMs), sinceLastMs);
    const isCalm = this.#queues.every(({ pressure }) => pressure.level === 0);
    if (isCalm && now - this.#crowdedAt > calmMs) this.close();
  }

  /** Mean since the last look. Node measures nothing before the second turn after a reset. */
  #loopDelayMs(sinceLastMs: number): number {
    const { count, mean } = this.#loop;
    this.#loop.reset();
    return count > 0 ? mean / 1e6 - resolutionMs : sinceLastMs;
  }
}
