import { randomUUID } from 'node:crypto';
import {
  type AppendResult,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
  type Position,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe } from 'vitest';
import { startWireServer, type WireServer } from './server.ts';

/** The server of a suite: the one for tests, as a release, or a real one. */
export interface Target {
  readonly client: EventStoreDBClient;
  /** Undefined for a real server, whose log others may share. */
  readonly server: WireServer | undefined;
}

const releases = ['23.10', '24.10'] as const;
const realServer = process.env.EVENTSTORE_TEST_URL;

/** Runs a suite against the server for tests as each release, and against `EVENTSTORE_TEST_URL` if set. */
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

/** The client’s ways of appending: in batches over one call, or, with credentials, one call each. */
export const ways = {
  batch: {},
  unary: { credentials: { username: 'ignored', password: 'without TLS' } },
} as const;

export function happened(
  n = 0,
  over: { id?: string; type?: string; metadata?: { by: string } } = {},
): EventData {
  return jsonEvent({ id: randomUUID(), type: 'Happened', data: { n }, ...over });
}

export function happenings(count: number, type = 'Happened'): EventData[] {
  return Array.from({ length: count }, (_, n) => happened(n, { type }));
}

/** A new stream name. */
export function newStream(kind = 'wire'): string {
  return `${kind}-${randomUUID()}`;
}

/** @throws Error if it has none */
export function appendedAt({ position }: AppendResult): Position {
  if (position === undefined) throw new Error('The append has no position');
  return position;
}

export async function recorded<E>(read: AsyncIterable<{ event?: E }>): Promise<E[]> {
  const events: E[] = [];
  for await (const { event } of read) if (event !== undefined) events.push(event);
  return events;
}
