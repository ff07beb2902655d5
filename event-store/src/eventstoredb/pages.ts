import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ReadPosition,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { LogUnavailableError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { type LogRecord, toRecord } from './records.ts';

type Resolved = ResolvedEvent | AllStreamResolvedEvent;

/** A page and whether the server had no more to give in this direction. */
export interface Page {
  readonly records: readonly LogRecord[];
  readonly isLast: boolean;
}

/** Only the leader surely knows all that was confirmed. */
const fromLeader = { requiresLeader: true } as const;

/** Reads events of a stream from a revision on; none when there is no such stream. One try, given up after `ms`. */
export function readStreamPage(
  connection: Connection,
  stream: string,
  fromRevision: number,
  count: number,
  ms: number,
): Promise<Page> {
  const options = { ...fromLeader, fromRevision: BigInt(fromRevision), maxCount: count };
  return readPage(connection, count, ms, (client) => client.readStream(stream, options));
}

/** Reads events of the log at and after a position, oldest first. One try, given up after `ms`. */
export function readLogPage(connection: Connection, at: bigint, count: number, ms: number): Promise<Page> {
  const options = {
    ...fromLeader,
    fromPosition: positionOf(at),
    maxCount: count,
    direction: FORWARDS,
  } as const;
  return readPage(connection, count, ms, (client) => client.readAll(options));
}

/** Reads events of the log before a position (all of them without one), newest first. One try, given up after `ms`. */
export function readLogPageBackwards(
  connection: Connection,
  before: bigint | undefined,
  count: number,
  ms: number,
): Promise<Page> {
  const fromPosition = before === undefined ? END : positionOf(before);
  const options = { ...fromLeader, fromPosition, maxCount: count, direction: BACKWARDS } as const;
  return readPage(connection, count, ms, (client) => client.readAll(options));
}

/** A position of this engine as the client writes it: commit and prepare are one, but in transactions of servers before 20. */
export function positionOf(position: bigint): ReadPosition {
  return position === 0n ? START : { commit: position, prepare: position };
}

async function readPage(
  connection: Connection,
  count: number,
  ms: number,
  begin: (client: EventStoreDBClient) => StreamingRead<Resolved>,
): Promise<Page> {
  const resolved = await connection.run((client) => collect(begin(client), ms));
  const records = resolved.flatMap((event) => toRecord(event) ?? []);
  return { records, isLast: resolved.length < count };
}

/** All that a read gives, if never longer than `idleMs` passes without anything of it. */
function collect(read: StreamingRead<Resolved>, idleMs: number): Promise<Resolved[]> {
  return new Promise((resolve, reject) => {
    const events: Resolved[] = [];
    const idle = setTimeout(() => {
      reject(new LogUnavailableError('EventStoreDB stopped answering a read'));
      // It is the call that must end; the stream alone would be destroyed without it.
      read.cancel().catch(() => undefined);
    }, idleMs);
    read.on('data', (event: Resolved) => {
      events.push(event);
      idle.refresh();
    });
    read.on('end', () => {
      clearTimeout(idle);
      resolve(events);
    });
    // Stays, for an error may come after all is settled.
    read.on('error', (error: Error) => {
      clearTimeout(idle);
      if (error instanceof StreamNotFoundError) resolve([]);
      else reject(error);
    });
  });
}
