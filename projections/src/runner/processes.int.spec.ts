import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import { streams } from '@pmcw/contracts/events';
import type { EngineName, EventStore } from '@pmcw/event-store';
import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { programOf } from '@pmcw/testing/program';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWireServer, type WireServer } from '../../../event-store/test/wire/server.ts';
import { dump } from '../../test/dump.ts';
import { keptLog } from '../../test/logger.ts';
import { openPlainStore } from '../../test/plainStore.ts';
import { deletion, message, reading, registration } from '../../test/records.ts';
import { createMessagesModel } from '../messages/model.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { Connections } from '../storage/connections.ts';
import { runnerContext } from './options.ts';

const runner = fileURLToPath(new URL('../../test/runnerProcess.ts', import.meta.url));
const model = createMessagesModel(3);

let database: TestDatabase;
let server: WireServer | undefined;
let connections: Connections;
let eventStore: EventStore<ProductEvents>;
let children: ChildProcess[];

/** Starts with an empty log on an engine. */
async function begin(engine: EngineName): Promise<void> {
  server = engine === 'eventstoredb' ? await startWireServer() : undefined;
  eventStore = await openPlainStore(database.url, server?.connectionString);
  await append(streams.user(1), registration(1));
  await append(streams.user(2), registration(2));
}

beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 2);
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map(kill));
  await eventStore.close();
  await server?.stop();
  await connections.close();
  await database.drop();
});

async function append(stream: string, event: ProductEvent): Promise<bigint> {
  const eventId = randomUUID();
  const metadata = {
    actorId: null,
    correlationId: eventId,
    causationId: eventId,
    time: new Date().toISOString(),
  };
  return (await eventStore.append(stream, 'any', [{ ...event, eventId, metadata }])).position;
}

/** Starts a runner process, and waits until it is ready. */
async function startRunner(): Promise<ChildProcess> {
  const args = [database.url, ...(server === undefined ? [] : [server.connectionString])];
  const child = spawn(process.execPath, [await programOf(runner), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (child.stdout === null) throw new Error('No output');
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Writes messages, reads and deletions with pauses until aborted; resolves with the last position. */
async function converse(until: AbortSignal): Promise<bigint> {
  let last = 0n;
  for (let n = 0; !until.aborted; n += 1) {
    const id = `message-${n}`;
    last = await append(streams.message(id), message(id, 1, n % 3 === 0 ? null : 2));
    if (n % 5 === 0) last = await append(streams.inbox(2), reading(2, 1, last));
    if (n % 7 === 0) last = await append(streams.message(id), deletion(id, 1, n % 3 === 0 ? null : 2));
    // biome-ignore lint/plugin: a pace that leaves the machine time; nothing is expected when it is over
    await sleep(20);
  }
  return last;
}

async function holder(): Promise<number> {
  const [row] = await connections.query<{ holder: string | null }>(
    "select holder from projections.leases where model = 'messages'",
  );
  return Number(/:(\d+)@/.exec(row?.holder ?? '')?.[1]);
}

async function position(): Promise<bigint> {
  const [row] = await connections.query<{ position: string }>(
    "select position from projections.checkpoints where model = 'messages'",
  );
  return BigInt(row?.position ?? 0);
}

/** Tables written by several processes must equal those of a rebuild by one. */
async function expectEqualToRebuilt(): Promise<void> {
  const live = await dump(connections, 'messages');
  const context = runnerContext({
    eventStore,
    incarnations: onlyIncarnation,
    connections,
    logger: keptLog(),
    holder: 'spec',
  });
  await rebuild(model, context, { signal: new AbortController().signal });
  expect(await dump(connections, 'messages')).toEqual(live);
}

describe('two runners in two processes', () => {
  it.each([
    ['is killed', 'postgres', 'SIGKILL'],
    ['is stopped and resumes after another took over', 'postgres', 'SIGSTOP'],
    ['is killed', 'eventstoredb', 'SIGKILL'],
    ['is stopped and resumes after another took over', 'eventstoredb', 'SIGSTOP'],
  ] as const)(
    'lose and repeat nothing when the writer %s (%s)',
    async (_, engine, signal) => {
      await begin(engine);
      const over = new AbortController();
      const conversation = converse(over.signal);
      const first = await startRunner();
      await expect.poll(holder).toBe(first.pid);
      const second = await startRunner();
      first.kill(signal);
      // 1.35 s by design, outside of a transaction; the rest is for a busy machine.
      await expect.poll(holder).toBe(second.pid);
      const taken = await position();
      await expect.poll(position).toBeGreaterThan(taken);
      first.kill('SIGCONT');
      await expect.poll(position).toBeGreaterThan((await position()) + 20n);
      over.abort();
      const last = await conversation;
      await expect.poll(position).toBe(last);
      await expectEqualToRebuilt();
    },
    180_000,
  );
});
