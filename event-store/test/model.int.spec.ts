import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type AppendResult,
  createMemoryLog,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
} from '../src/index.ts';
import { everything } from './events.ts';
import { postgresForSpecs } from './postgresDatabase.ts';

const postgres = postgresForSpecs();

interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
}

/** Few streams, few ids, little data: so that conflicts and repeats of every kind are frequent. */
const event = fc.record({
  eventId: fc
    .integer({ min: 0, max: 40 })
    .map((n) => `00000000-0000-4000-8000-${n.toString().padStart(12, '0')}`),
  type: fc.constantFrom('A', 'B'),
  data: fc.record({ text: fc.constantFrom('x', 'y') }),
  metadata: fc.record({ at: fc.nat() }),
});
const append: fc.Arbitrary<Append> = fc.record({
  stream: fc.constantFrom('user-1', 'user-2', 'message-1'),
  expected: fc.oneof(
    fc.constantFrom('any' as const, 'no-stream' as const, 'stream-exists' as const),
    fc.nat({ max: 4 }),
  ),
  events: fc.uniqueArray(event, { minLength: 1, maxLength: 3, selector: ({ eventId }) => eventId }),
});
/** Appends of one inner list are made at the same time. */
const history = fc.array(fc.array(append, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 });

/** What an append came to; of an error, everything that the port promises of it. */
async function outcome(log: EventLog, { stream, expected, events }: Append): Promise<object> {
  try {
    const result: AppendResult = await log.append(stream, expected, events);
    return result;
  } catch (error) {
    return {
      ...(error instanceof Error ? { name: error.name, message: error.message } : {}),
      ...Object(error),
    };
  }
}

it('the PostgreSQL engine does what the in-memory engine does, whatever is appended', async () => {
  const log = await postgres.open();
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      await postgres.query('truncate event_store.events');
      const model = createMemoryLog();
      for (const round of rounds) {
        const actual = await Promise.all(round.map((one) => outcome(log, one)));
        const wanted = await Promise.all(round.map((one) => outcome(model, one)));
        expect(actual).toEqual(wanted);
      }
      expect(await everything(log)).toEqual(await everything(model));
      const filter = { types: ['A'], streamPrefixes: ['user-'] };
      expect(await everything(log, filter, 2)).toEqual(await everything(model, filter, 2));
    }),
    { numRuns: 150 },
  );
  await log.close();
});
