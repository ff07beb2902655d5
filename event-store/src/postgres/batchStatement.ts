import type pg from 'pg';
import type { PreparedAppend } from '../engine/preparedAppend.ts';
import type { KnownEvent } from '../engine/repeats.ts';
import type { ExpectedRevision } from '../port.ts';
import { bigintArray, integerArray, textArray, uuidArray } from './binaryArrays.ts';
import { expectationCodes, outcomes } from './schema.ts';

export type Outcome =
  | { readonly kind: 'written'; readonly revision: number; readonly position: bigint }
  /** Null if the stream does not exist. */
  | { readonly kind: 'refused'; readonly actual: number | null }
  /** Some event ids are in the log, with these events. */
  | { readonly kind: 'known'; readonly events: ReadonlyMap<string, KnownEvent> };

type OutcomeRow = [outcome: number, revision: number, position: string];

/** In one transaction and one round trip (two if event ids are known). @param batch no two appends share an event id */
export async function commitBatch(pool: pg.Pool, batch: readonly PreparedAppend[]): Promise<Outcome[]> {
  const { rows } = await pool.query<OutcomeRow>({
    name: 'append',
    text: 'select * from event_store.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: batchValues(batch),
    rowMode: 'array',
  });
  if (rows.length !== batch.length) throw new Error(`${rows.length} outcomes of ${batch.length} appends`);
  const repeats = batch.filter((_, n) => rows[n]?.[0] === outcomes.known);
  const known = repeats.length > 0 ? await knownEvents(pool, repeats) : new Map<string, KnownEvent>();
  return rows.map((row) => toOutcome(row, known));
}

function toOutcome([outcome, revision, position]: OutcomeRow, known: Map<string, KnownEvent>): Outcome {
  if (outcome === outcomes.written) return { kind: 'written', revision, position: BigInt(position) };
  if (outcome === outcomes.refused) return { kind: 'refused', actual: revision < 0 ? null : revision };
  return { kind: 'known', events: known };
}

function batchValues(batch: readonly PreparedAppend[]): Buffer[] {
  const streams = new Map<string, number>();
  const streamNumbers = batch.map(({ stream }) => {
    const number = streams.get(stream) ?? streams.size + 1;
    streams.set(stream, number);
    return number;
  });
  const events = batch.flatMap((append) => append.events);
  return [
    bigintArray(batch.map((append) => expectationCode(append.expected))),
    integerArray(streamNumbers),
    integerArray(batch.map((append) => append.events.length)),
    textArray([...streams.keys()]),
    integerArray(batch.flatMap((append, n) => append.events.map(() => n + 1))),
    integerArray(batch.flatMap((append) => append.events.map((_, nth) => nth))),
    uuidArray(events.map((event) => event.eventId)),
    textArray(events.map((event) => event.type)),
    textArray(events.map((event) => event.data)),
    textArray(events.map((event) => event.metadata)),
  ];
}

function expectationCode(expected: ExpectedRevision): number {
  return typeof expected === 'number' ? expected : expectationCodes[expected];
}

interface KnownRow {
  readonly event_id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly type: string;
  readonly data: string;
}

async function knownEvents(
  pool: pg.Pool,
  appends: readonly PreparedAppend[],
): Promise<Map<string, KnownEvent>> {
  const ids = appends.flatMap((append) => append.events.map((event) => event.eventId));
  const { rows } = await pool.query<KnownRow>(
    `select event_id, stream, revision, position, type, data::text as data
     from event_store.events where event_id = any ($1::uuid[])`,
    [uuidArray(ids)],
  );
  return new Map(rows.map((row) => [row.event_id, { ...row, position: BigInt(row.position) }]));
}
