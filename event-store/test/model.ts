import { randomUUID } from 'node:crypto';
import { within } from '@pmcw/testing';
import fc from 'fast-check';
import { expect } from 'vitest';
import {
  type Append,
  type AppendResult,
  createMemoryLog,
  type EventLog,
  type StoredEvent,
} from '../src/index.ts';
import type { EngineTraits } from './contract.ts';
import { everything, expectGrowing } from './events.ts';

/** Few streams and ids and little data, so that conflicts and repeats of all kinds are frequent. */
const streams: readonly string[] = ['user-1', 'user-2', 'message-1'];
const event = fc.record({
  eventId: fc
    .integer({ min: 0, max: 40 })
    .map((n) => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`),
  type: fc.constantFrom('A', 'B'),
  data: fc.record({ text: fc.constantFrom('x', 'y') }),
  metadata: fc.record({ at: fc.nat() }),
});
const append: fc.Arbitrary<Append> = fc.record({
  stream: fc.constantFrom(...streams),
  expected: fc.oneof(
    fc.constantFrom('any' as const, 'no-stream' as const, 'stream-exists' as const),
    fc.nat({ max: 4 }),
  ),
  events: fc.uniqueArray(event, { minLength: 1, maxLength: 3, selector: ({ eventId }) => eventId }),
});
/** Appends of an inner list are concurrent, or appended together. */
const history = fc.array(
  fc.record({ appends: fc.array(append, { minLength: 1, maxLength: 12 }), areTogether: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
);

/**
 * Expects an engine to behave like the in-memory engine for any appends. With dense positions, also compares positions
 * and the order between streams.
 * @param empty returns a log for one history; other streams in it are ignored
 */
export async function expectLikeModel(
  traits: EngineTraits,
  empty: () => Promise<EventLog>,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const [log, model] = [await empty(), createMemoryLog()];
      const start = await log.head();
      const run = traits.empty ? '' : `${randomUUID()}-`;
      for (const { appends, areTogether } of drawn) {
        const all = appends.map((one) => named(one, run, traits));
        const round = areTogether ? withoutRepeats(all) : all;
        const outcomes = areTogether ? outcomesInOrder : concurrentOutcomes;
        const [actual, wanted] = [await outcomes(log, round), await outcomes(model, round)];
        expect(actual.map(comparable(traits))).toEqual(wanted.map(comparable(traits)));
        await expectTruePositions(log, round, actual);
      }
      const all = await everything(log, { after: start });
      expectGrowing(all.map(({ position }) => position));
      expect(arranged(traits, all)).toEqual(arranged(traits, await everything(model)));
      const part = { filter: { types: ['A'], streamPrefixes: [`${run}user-`] }, limit: 2 };
      const some = await everything(log, { after: start, ...part });
      expect(arranged(traits, some)).toEqual(arranged(traits, await everything(model, part)));
    }),
    // Reports a failure on time, even if not yet minimal.
    { numRuns, plugins: [within(20_000)] },
  );
}

/** Adapts an append to a run; if ids are unique only per stream, each stream has its own. */
function named({ stream, expected, events }: Append, run: string, traits: EngineTraits): Append {
  const own = traits.knowsIdsOfAllStreams ? '0000' : `000${streams.indexOf(stream) + 1}`;
  return {
    stream: run + stream,
    expected,
    events: events.map((one) => ({ ...one, eventId: one.eventId.replace('-0000-', `-${own}-`) })),
  };
}

type Outcome = AppendResult | { readonly name: string; readonly message: string };

async function outcomesInOrder(log: EventLog, appends: readonly Append[]): Promise<Outcome[]> {
  return (await log.appendInOrder(appends)).map(outcomeOf);
}

async function concurrentOutcomes(log: EventLog, appends: readonly Append[]): Promise<Outcome[]> {
  const results = appends.map(({ stream, expected, events }) => log.append(stream, expected, events));
  return (await Promise.allSettled(results)).map(outcomeOf);
}

/** Of an error, all that the port promises. */
function outcomeOf(result: PromiseSettledResult<AppendResult>): Outcome {
  if (result.status === 'fulfilled') return result.value;
  const error: unknown = result.reason;
  if (!(error instanceof Error)) throw error;
  return { ...error, name: error.name, message: error.message };
}

/** Without appends that have an event of one before them. */
function withoutRepeats(appends: readonly Append[]): Append[] {
  const ids = new Set<string>();
  return appends.filter(({ events }) => {
    if (events.some(({ eventId }) => ids.has(eventId))) return false;
    for (const { eventId } of events) ids.add(eventId);
    return true;
  });
}

function comparable({ dense }: EngineTraits): (outcome: Outcome) => object {
  return (outcome) => (dense || !('position' in outcome) ? outcome : { ...outcome, position: undefined });
}

/** Whether each result is the event’s real place. */
async function expectTruePositions(
  log: EventLog,
  round: readonly Append[],
  outcomes: readonly Outcome[],
): Promise<void> {
  for (const [n, answer] of outcomes.entries()) {
    const appended = round[n];
    if (appended === undefined || !('position' in answer)) continue;
    for await (const found of log.readStream(appended.stream, answer.revision)) {
      expect(found).toMatchObject({
        position: answer.position,
        eventId: appended.events.at(-1)?.eventId,
      });
      break;
    }
  }
}

/** Events in comparable form: in log order, or by stream without positions. */
function arranged({ dense }: EngineTraits, events: readonly StoredEvent[]): readonly object[] {
  if (dense) return events;
  const place = ({ stream, revision }: StoredEvent) => `${stream} ${revision.toString().padStart(9, '0')}`;
  return [...events].sort((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ position: _, ...rest }) => rest);
}
