import { within } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import fc from 'fast-check';
import { expect } from 'vitest';
import { passes } from '../src/engine/filter.ts';
import type { WindowLimits } from '../src/engine/window.ts';
import type { EventLog, ReadFilter, StoredEvent } from '../src/index.ts';
import { anEvent, aStream, everything, expectGrowing } from './events.ts';

/** Small, so that slow followers drop out of it. */
export const smallWindow: WindowLimits = { events: 12, bytes: 12_000 };

type Outcome = 'handled' | 'failed before' | 'failed after' | 'stopped';

interface Plan {
  readonly filter: ReadFilter;
  readonly batchSize: number;
  /** Share of the events that were there before, in percent. */
  readonly start: number;
  /** Of the first batches: the outcome and how long it takes, in turns of the event loop. */
  readonly batches: readonly { readonly outcome: Outcome; readonly turns: number }[];
}

interface Round {
  readonly events: readonly { readonly type: string; readonly kind: string; readonly size: number }[];
  readonly turns: number;
  readonly isDisturbed: boolean;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  filter: fc.record(
    {
      types: fc.subarray(['A', 'B', 'C'], { minLength: 1 }),
      streamPrefixes: fc.subarray(['user-', 'message-'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  ),
  batchSize: fc.constantFrom(1, 3, 500),
  start: fc.constantFrom(0, 50, 100),
  batches: fc.array(
    fc.record({
      outcome: fc.oneof(
        { weight: 8, arbitrary: fc.constant<Outcome>('handled') },
        { weight: 1, arbitrary: fc.constantFrom<Outcome>('failed before', 'failed after', 'stopped') },
      ),
      turns: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
    }),
    { maxLength: 20 },
  ),
});

const round: fc.Arbitrary<Round> = fc.record({
  events: fc.array(
    fc.record({
      type: fc.constantFrom('A', 'B', 'C'),
      kind: fc.constantFrom('user', 'message', 'other'),
      size: fc.constantFrom(1, 1, 1, 3_000),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  turns: fc.nat(6),
  isDisturbed: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function write(log: EventLog, { events }: Round): Promise<void> {
  for (const { type, kind, size } of events) {
    await log.append(aStream(kind), 'any', [anEvent({ type, data: { text: 'x'.repeat(size) } })]);
  }
}

/** Subscribes again after each failure and stop, from the position that it has reached. */
class Follower {
  readonly #log: EventLog;
  readonly #plan: Plan;
  readonly #start: bigint;
  readonly #seen: StoredEvent[] = [];
  readonly #over: Promise<void>;
  #position: bigint;
  #batches = 0;
  #isLeaving = false;
  #stop: () => Promise<void> = async () => undefined;

  constructor(log: EventLog, drawn: Plan, start: bigint) {
    this.#log = log;
    this.#plan = drawn;
    this.#start = start;
    this.#position = start;
    this.#over = this.#run();
  }

  get position(): bigint {
    return this.#position;
  }

  async end(): Promise<void> {
    this.#isLeaving = true;
    await this.#stop();
    await this.#over;
  }

  expectSeen(all: readonly StoredEvent[]): void {
    const { filter } = this.#plan;
    expect(this.#seen).toEqual(all.filter((event) => event.position > this.#start && passes(event, filter)));
  }

  async #run(): Promise<void> {
    const { filter, batchSize } = this.#plan;
    while (!this.#isLeaving) {
      const subscription = this.#log.subscribe(
        this.#position,
        async ({ events, position }) => {
          expect(events.length).toBeLessThanOrEqual(batchSize);
          expectGrowing([this.#position, ...events.map((event) => event.position)]);
          expect(position).toBeGreaterThanOrEqual(events.at(-1)?.position ?? this.#position);
          await this.#handle(events, position);
        },
        { filter, batchSize },
      );
      this.#stop = () => subscription.stop();
      await subscription.done.catch((error: unknown) => expect(error).toEqual(new Error('planned')));
    }
  }

  async #handle(events: readonly StoredEvent[], position: bigint): Promise<void> {
    const { outcome, turns: count } = this.#plan.batches[this.#batches] ?? { outcome: 'handled', turns: 0 };
    this.#batches += 1;
    await turns(count);
    if (outcome === 'failed before') throw new Error('planned');
    this.#seen.push(...events);
    this.#position = position;
    if (outcome === 'stopped') void this.#stop();
    if (outcome === 'failed after') throw new Error('planned');
  }
}

/**
 * Expects each follower to see every event of its filter exactly once and in order, and to reach the head, whatever the
 * others do and whatever breaks.
 * @param open returns a log with a small window, one that another process would have, and what breaks connections
 */
export async function expectAllToFollow(
  open: () => Promise<{ readonly log: EventLog; readonly writer: EventLog; disturb(): unknown }>,
  numRuns: number,
): Promise<void> {
  const rounds = fc.array(round, { minLength: 1, maxLength: 10 });
  const plans = fc.array(plan, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(rounds, rounds, plans, async (before, during, drawn) => {
      const { log, writer, disturb } = await open();
      const start = await log.head();
      for (const one of before) await write(writer, one);
      const there = await everything(log, { after: start });
      const followers = drawn.map((one) => {
        const first = there[Math.ceil((there.length * one.start) / 100) - 1]?.position ?? start;
        return new Follower(log, one, first);
      });
      for (const [n, one] of during.entries()) {
        if (one.isDisturbed) await disturb();
        await write(n % 2 === 0 ? log : writer, one);
        await turns(one.turns);
      }
      const head = await eventually(() => log.head());
      await eventually(() =>
        expect(followers.map(({ position }) => position)).toEqual(followers.map(() => head)),
      );
      await Promise.all(followers.map((follower) => follower.end()));
      const all = await everything(log, { after: start });
      for (const follower of followers) follower.expectSeen(all);
    }),
    { numRuns, plugins: [within(20_000)] },
  );
}
