import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ReadPosition,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { LogUnavailableError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { type LogRecord, type Resolved, toRecord } from './records.ts';

/** `isLast` is whether the server had no more. */
export interface Page {
  readonly records: readonly LogRecord[];
  readonly isLast: boolean;
}

/** Only the leader has all confirmed events. */
const fromLeader = { requiresLeader: true } as const;

/** Empty if the stream does not exist. */
export function readStreamPage(
  connection: Connection,
  stream: string,
  fromRevision: number,
  count: number,
  ms: number,
): Promise<Page> {
  const options = { ...fromLeader, fromRevision: BigInt(fromRevision), maxCount: count };
  return readRecords(connection, count, ms, (client) => client.readStream(stream, options));
}

/** Includes the position. */
export function readLogPage(connection: Connection, at: bigint, count: number, ms: number): Promise<Page> {
  const options = {
    ...fromLeader,
    fromPosition: readPositionOf(at),
    maxCount: count,
    direction: FORWARDS,
  } as const;
  return readRecords(connection, count, ms, (client) => client.readAll(options));
}

/** From the end without a position. */
export function readLogPageBackwards(
  connection: Connection,
  before: bigint | undefined,
  count: number,
  ms: number,
): Promise<Page> {
  const fromPosition = before === undefined ? END : readPositionOf(before);
  const options = { ...fromLeader, fromPosition, maxCount: count, direction: BACKWARDS } as const;
  return readRecords(connection, count, ms, (client) => client.readAll(options));
}

/** Commit and prepare positions differ only in transactions of servers before version 20. */
export function readPositionOf(position: bigint): ReadPosition {
  return position === 0n ? START : { commit: position, prepare: position };
}

async function readRecords(
  connection: Connection,
  count: number,
  ms: number,
  begin: (client: EventStoreDBClient) => StreamingRead<Resolved>,
): Promise<Page> {
  const resolved = await connection.run((client) => collect(begin(client), ms));
  const records = resolved.flatMap((event) => toRecord(event) ?? []);
  return { records, isLast: resolved.length < count };
}

function collect(read: StreamingRead<Resolved>, idleMs: number): Promise<Resolved[]> {
  return new Promise((resolve, reject) => {
    const events: Resolved[] = [];
    const idle = setTimeout(() => {
      reject(new LogUnavailableError('EventStoreDB stopped answering a read'));
      // Destroying the stream would not cancel the call.
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
    // Errors may come after settling.
    read.on('error', (error: Error) => {
      clearTimeout(idle);
      if (error instanceof StreamNotFoundError) resolve([]);
      else reject(error);
    });
  });
}
