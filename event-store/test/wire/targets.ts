import { randomUUID } from 'node:crypto';
import {
  type AllStreamRecordedEvent,
  type AppendResult,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  type Position,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe } from 'vitest';
import { startWireServer, type WireServer } from './server.ts';

/** What a suite talks to: the server for tests as one of its releases, or a real one. */
export interface Target {
  readonly client: EventStoreDBClient;
  /** The server for tests; undefined when the target is a real one, whose log others may share. */
  readonly server: WireServer | undefined;
}

const releases = ['23.10', '24.10'] as const;
const realServer = process.env.EVENTSTORE_TEST_URL;

/** Runs a suite against the server for tests as each release, and against `EVENTSTORE_TEST_URL` when that is set. */
export function describeTargets(name: string, suite: (target: () => Target) => void): void {
  for (const release of releases) {
    describe(`${name}, as ${release}`, () => suite(target(() => startWireServer({ release }))));
  }
  if (realServer !== undefined) {
    describe(`${name}, a real server`, () => suite(target(async () => undefined)));
  }
}

function target(start: () => Promise<WireServer | undefined>): () => Target {
  let running: Target | undefined;
  beforeAll(async () => {
    const server = await start();
    const client = EventStoreDBClient.connectionString(server?.connectionString ?? realServer ?? '');
    running = { client, server };
  });
  afterAll(async () => {
    await running?.client.dispose();
    await running?.server?.stop();
  });
  return () => {
    if (running === undefined) throw new Error('The target runs only within its suite');
    return running;
  };
}

/** Both ways that the client appends: in batches over one call, and, when it is given credentials, one call each. */
export const ways = {
  batch: {},
  unary: { credentials: { username: 'ignored', password: 'without TLS' } },
} as const;

/** A JSON event. */
export function happened(
  n = 0,
  over: { id?: string; type?: string; metadata?: { by: string } } = {},
): EventData {
  return jsonEvent({ id: randomUUID(), type: 'Happened', data: { n }, ...over });
}

/** So many of them. */
export function happenings(count: number, type = 'Happened'): EventData[] {
  return Array.from({ length: count }, (_, n) => happened(n, { type }));
}

/** A stream that no other test has. */
export function newStream(kind = 'wire'): string {
  return `${kind}-${randomUUID()}`;
}

/** Position of an append. @throws Error when it has none */
export function positionOf({ position }: AppendResult): Position {
  if (position === undefined) throw new Error('The append has no position');
  return position;
}

/** The events of a read. */
export async function recorded<E>(read: AsyncIterable<{ event?: E }>): Promise<E[]> {
  const events: E[] = [];
  for await (const { event } of read) if (event !== undefined) events.push(event);
  return events;
}

/** What a subscription has said so far, in order: events as their `n`, and the rest by name. */
export function said(event: AllStreamRecordedEvent): unknown {
  return event.isJson && typeof event.data === 'object' && 'n' in event.data ? event.data.n : event.type;
}
