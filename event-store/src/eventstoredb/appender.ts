import { randomUUID } from 'node:crypto';
import { type AppendResult as Answer, type AppendExpectedRevision, NO_STREAM } from '@eventstore/db-client';
import type { Outage } from '../engine/outage.ts';
import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { type KnownEvent, originalResult } from '../engine/repeats.ts';
import { EventIdConflictError, InvalidEventError, WrongExpectedRevisionError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import type { Connection } from './connection.ts';
import type { ConnectionSettings } from './connectionString.ts';
import { isTooLarge } from './errors.ts';
import { readLogPageBackwards, readStreamPage } from './pages.ts';
import { ReadBack } from './readBack.ts';
import { eventsToSend, type LogRecord } from './records.ts';
import type { StreamIds } from './streamIds.ts';
import { insist, left } from './time.ts';

export interface AppenderOptions {
  readonly connection: Connection;
  readonly ids: StreamIds;
  /** Without them, the client would batch appends, where one error fails all. */
  readonly credentials: ConnectionSettings['credentials'];
  readonly tryMs: number;
  readonly outage: Outage;
}

interface Sending {
  readonly append: PreparedAppend;
  readonly appendId: string;
  readonly events: ReturnType<typeof eventsToSend>;
}

interface Lookup {
  readonly known: ReadonlyMap<string, number>;
  /** First revision not read. */
  readonly next: number;
}

const page = 500;
const graceMs = 200;

/**
 * The server accepts a known event id as new unless it is at the expected revision, and any payload with a known id as
 * a repeat. So earlier ids are looked up first, and written events read back
 * (docs/decisions/event-store-eventstoredb.md).
 */
export class Appender {
  readonly #options: AppenderOptions;

  readonly #readBack: ReadBack;

  constructor(options: AppenderOptions) {
    const { connection } = options;
    this.#options = options;
    this.#readBack = new ReadBack({
      newest: (count, until) => readLogPageBackwards(connection, undefined, count, left(until)),
      ofStream: (stream, from, count, until) => readStreamPage(connection, stream, from, count, left(until)),
    });
  }

  /** @param deadline on the clock of `performance.now()` */
  append(append: PreparedAppend, deadline: number): Promise<AppendResult> {
    const appendId = randomUUID();
    const sending = { append, appendId, events: eventsToSend(append, appendId) };
    const { connection, tryMs, outage } = this.#options;
    const patience = { deadline, tryMs, outage, closing: connection.closing };
    return insist(patience, (until) => this.#try(sending, until));
  }

  /** Returns undefined if another append came first, or the events can't be read yet. */
  async #try(sending: Sending, until: number): Promise<AppendResult | undefined> {
    const { append } = sending;
    const { known, next } = await this.#lookUp(append, lastToLookAt(append), until);
    if (known.size > 0) return this.#original(sending, known, until);
    if (append.expected === 'stream-exists' && next === 0) {
      throw new WrongExpectedRevisionError(append.stream, append.expected, null);
    }
    const answer = await this.#send(sending, next, until);
    const revision = Number(answer.nextExpectedRevision);
    if (answer.success) return this.#confirmed(sending, revision, until);
    return this.#refused(sending, revision, until);
  }

  async #send({ append, events }: Sending, next: number, until: number): Promise<Answer> {
    const { connection, credentials } = this.#options;
    const expectedRevision = placeOf(append, next);
    const deadline = left(until);
    const options = { expectedRevision, credentials, requiresLeader: true, deadline };
    try {
      return await connection.run(
        (client) => client.appendToStream(append.stream, events, options),
        deadline + graceMs,
      );
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      throw new InvalidEventError(largestType(append), 'larger than the server takes in one append');
    }
  }

  /** Reads the events back: the server may have taken an earlier append for this one. */
  async #confirmed(sending: Sending, revision: number, until: number): Promise<AppendResult | undefined> {
    const { stream, events } = sending.append;
    const from = revision - events.length + 1;
    const records = await this.#readBack.read({ stream, from, count: events.length, until });
    this.#options.ids.learn(stream, from, records);
    return records.at(-1)?.revision === revision ? resultOf(sending, records) : undefined;
  }

  /** Decides whether another append came first, or this is a repeat. */
  async #refused(sending: Sending, actual: number, until: number): Promise<AppendResult | undefined> {
    const { stream, expected, idsAreNew } = sending.append;
    // An earlier try can only have written at the expected revision, and the server would have recognized that.
    if (idsAreNew && typeof expected === 'number' && expected < actual)
      throw new WrongExpectedRevisionError(stream, expected, actual);
    const { known, next } = await this.#lookUp(sending.append, actual, until);
    if (known.size > 0) return this.#original(sending, known, until);
    const wasOvertaken = expected === 'any' || expected === 'stream-exists';
    // The leader may refuse because of events that are on too few nodes to be readable yet.
    if (wasOvertaken || next <= actual) return undefined;
    throw new WrongExpectedRevisionError(stream, expected, actual < 0 ? null : actual);
  }

  async #original(
    sending: Sending,
    known: ReadonlyMap<string, number>,
    until: number,
  ): Promise<AppendResult | undefined> {
    const { append } = sending;
    const revisions = append.events.map((event) => known.get(event.eventId));
    const [first] = revisions;
    if (first === undefined || revisions.some((revision, n) => revision !== first + n)) {
      const [used = ''] = append.events.flatMap(({ eventId }) => (known.has(eventId) ? [eventId] : []));
      throw new EventIdConflictError(used);
    }
    const records = await this.#read(append, first, until);
    if (records[0]?.revision === first) return resultOf(sending, records);
    this.#options.ids.forget(append.stream);
    return undefined;
  }

  async #lookUp({ stream, events }: PreparedAppend, upTo: number, until: number): Promise<Lookup> {
    const { ids, connection } = this.#options;
    const known = new Map<string, number>();
    const wanted = new Set(events.map((event) => event.eventId));
    for (const eventId of wanted) {
      const revision = ids.revisionOf(stream, eventId);
      if (revision !== undefined) known.set(eventId, revision);
    }
    let next = ids.nextOf(stream);
    const isPart = () => known.size > 0 && known.size < wanted.size;
    for (let isLast = false; !isLast && (next <= upTo || isPart()); ) {
      const read = await readStreamPage(connection, stream, next, page, left(until));
      ids.learn(stream, next, read.records);
      for (const { eventId, revision } of read.records) {
        if (wanted.has(eventId)) known.set(eventId, revision);
        next = revision + 1;
      }
      isLast = read.isLast;
    }
    return { known, next };
  }

  async #read(
    { stream, events }: PreparedAppend,
    from: number,
    until: number,
  ): Promise<readonly LogRecord[]> {
    const { connection, ids } = this.#options;
    const { records } = await readStreamPage(connection, stream, from, events.length, left(until));
    ids.learn(stream, from, records);
    return records;
  }
}

/** An exact revision prevents a duplicate after a lost answer. */
function placeOf({ expected }: PreparedAppend, next: number): AppendExpectedRevision {
  if (typeof expected === 'number') return BigInt(expected);
  return expected === 'no-stream' || next === 0 ? NO_STREAM : BigInt(next - 1);
}

/** The last revision at which the server would miss a repeated id. */
function lastToLookAt({ expected, idsAreNew }: PreparedAppend): number {
  if (typeof expected === 'number') return idsAreNew ? -1 : expected;
  return expected === 'no-stream' ? -1 : Number.POSITIVE_INFINITY;
}

/** `repeated` unless one of its own tries wrote the events. @throws EventIdConflictError */
function resultOf({ append, appendId }: Sending, records: readonly LogRecord[]): AppendResult {
  const last = records.at(-1);
  const isOwn = records.length === append.events.length && records.every((one) => one.appendId === appendId);
  if (isOwn && last) return { revision: last.revision, position: last.position, repeated: false };
  const wanted = new Set(append.events.map((event) => event.eventId));
  const found = records.filter(({ eventId }) => wanted.has(eventId));
  const known = found.map((record): [string, KnownEvent] => {
    const { data, ...stored } = record.stored();
    return [record.eventId, { ...stored, data: JSON.stringify(data) }];
  });
  return originalResult(append, new Map(known));
}

function largestType({ events }: PreparedAppend): string {
  const sizes = events.map(({ type, data, metadata }) => ({ type, size: data.length + metadata.length }));
  return sizes.reduce((largest, one) => (one.size > largest.size ? one : largest)).type;
}
