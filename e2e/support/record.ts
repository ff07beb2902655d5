import { spawnSync } from 'node:child_process';
import { openEventLog, type StoredEvent } from '@pmcw/event-store';
import pg from 'pg';
import { expect } from 'vitest';
import { root } from './process.ts';

type Env = Readonly<Record<string, string>>;

/** Counts of the log. */
export interface LogCounts {
  /** Position of its last event. */
  readonly head: bigint;
  /** Number of sent messages. */
  readonly messages: number;
  /** How often a message is in the log. */
  sentTimes(messageId: string): number;
  /** Ids of the messages that a member must have seen: their own, those to them and those of the global chat. */
  messagesFor(userId: number): string[];
  /** How often a member has edited their profile. */
  editsOf(userId: number): number;
}

async function* everything(env: Env): AsyncIterable<StoredEvent> {
  const log = await openEventLog({
    connectionString: env.DATABASE_URL ?? '',
    ...(env.EVENTSTORE_URL ? { eventStoreUrl: env.EVENTSTORE_URL } : {}),
  });
  try {
    for (let position = 0n, live = false; !live; ) {
      const page = await log.readAll(position);
      yield* page.events;
      ({ position, live } = page);
    }
  } finally {
    await log.close();
  }
}

/** Reads the whole log without decrypting it. */
export async function openCounts(env: Env): Promise<LogCounts> {
  const sent: { readonly id: string; readonly senderId: unknown; readonly receiverId: unknown }[] = [];
  const edits = new Map<string, number>();
  let head = 0n;
  for await (const { stream, type, data, position } of everything(env)) {
    head = position;
    if (type === 'MessageSent') {
      sent.push({ id: stream.replace('message-', ''), senderId: data.senderId, receiverId: data.receiverId });
    }
    if (type === 'ProfileEdited') edits.set(stream, (edits.get(stream) ?? 0) + 1);
  }
  return {
    head,
    messages: sent.length,
    sentTimes: (messageId) => sent.filter(({ id }) => id === messageId).length,
    messagesFor: (userId) =>
      sent
        .filter(({ senderId, receiverId }) => receiverId === null || [senderId, receiverId].includes(userId))
        .map(({ id }) => id),
    editsOf: (userId) => edits.get(`user-${userId}`) ?? 0,
  };
}

async function rows<R extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<R[]> {
  return (await client.query<R>(sql)).rows;
}

/** All rows of a read model's tables, in an order that depends only on the rows. */
async function dump(client: pg.Client, model: string): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(
    client,
    `select tablename as name from pg_tables where schemaname = '${model}' order by 1`,
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await rows<{ row: string }>(
      client,
      `select to_jsonb(t)::text as row from ${model}.${name} t order by 1`,
    );
    contents[name] = found.map(({ row }) => row);
  }
  return contents;
}

/** Compares every read model, as updated live, with a rebuild by the command line, beside the running parts. */
export async function expectReadModelsEqualRebuilt(env: Env, head: bigint): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    const checkpoints = () =>
      rows<{ model: string; position: string }>(
        client,
        'select model, position from projections.checkpoints order by 1',
      );
    const atHead = async () => (await checkpoints()).map(({ position }) => BigInt(position) >= head);
    await expect.poll(atHead, { timeout: 30_000 }).not.toContain(false);
    for (const { model } of await checkpoints()) {
      const live = await dump(client, model);
      const cli = ['launcher/dist/cli/projections.js', 'rebuild', model];
      const rebuilt = spawnSync(process.execPath, cli, { cwd: root, env: { ...process.env, ...env } });
      expect(rebuilt.status, String(rebuilt.stderr)).toBe(0);
      expect(await dump(client, model)).toEqual(live);
    }
  } finally {
    await client.end();
  }
}

/** Verifies the whole log with the command line, beside the running parts, against everything that was signed. */
export function expectWholeLog(env: Env): void {
  const cli = ['launcher/dist/cli/audit.js', 'verify'];
  const verify = spawnSync(process.execPath, cli, { cwd: root, env: { ...process.env, ...env } });
  expect(String(verify.stdout)).toContain('verify: whole.');
}
