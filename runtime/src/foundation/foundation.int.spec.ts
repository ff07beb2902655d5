import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createRegistry } from '../operations/metrics.ts';
import { CannotStartError } from '../process/cannotStart.ts';
import { Opened } from '../process/opened.ts';
import { openFoundation, openLogFrom } from './foundation.ts';

let database: TestDatabase;
const key = randomBytes(32);
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const tools = () => ({ opened: new Opened(), logger: createLogger('silent'), registry: createRegistry() });

describe('log and vault', () => {
  it('are opened by several processes concurrently, on an empty database, and measured', async () => {
    const processes = [tools(), tools(), tools()];
    const opened = await Promise.all(
      processes.map((own) => openFoundation({ DATABASE_URL: database.url, VAULT_KEY: key }, own)),
    );
    const [first] = opened;
    const metadata = {
      actorId: null,
      correlationId: 'spec',
      causationId: 'spec',
      time: new Date().toISOString(),
    };
    await first?.eventStore.append('user-7', 'no-stream', [
      { type: 'AdminGranted', data: { userId: 7 }, eventId: randomUUID(), metadata },
    ]);
    expect(await Promise.all(opened.map(({ eventStore }) => eventStore.head()))).toEqual([2n, 2n, 2n]);
    // One of them has named the log.
    const instances = await Promise.all(opened.map(({ vault }) => vault.instance.find()));
    expect(new Set(instances.map(({ id }) => id)).size).toBe(1);
    expect(await opened[1]?.checks.instance?.()).toEqual({ ok: true });
    const metrics = await processes[0]?.registry.metrics();
    expect(metrics).toContain('event_log_append_seconds_count{outcome="written"} 1');
    expect(metrics).toMatch(/^event_log_flush_appends_count [12]$/m);
    expect(metrics).toContain('event_log_queue_depth 0');
    await Promise.all(processes.map((own) => own.opened.close()));
  });

  it('cannot be opened with another key, and name the setting', async () => {
    const own = tools();
    const opening = openFoundation({ DATABASE_URL: database.url, VAULT_KEY: randomBytes(32) }, own);
    await expect(opening).rejects.toThrow(CannotStartError);
    await expect(opening).rejects.toThrow('VAULT_KEY');
    await own.opened.close();
  });

  it.each([
    ['postgres://pmcw:hidden@127.0.0.1:1/pmcw', 'ECONNREFUSED'],
    ['postgres://pmcw:hidden@host.invalid/pmcw', 'host.invalid'],
  ])('are unavailable at %s, reported without the password', async (url, reason) => {
    const opening = openFoundation({ DATABASE_URL: url, VAULT_KEY: key }, tools());
    await expect(opening).rejects.toThrow(CannotStartError);
    await expect(opening).rejects.toThrow(new RegExp(`^DATABASE_URL can't be used: (?!.*hidden).*${reason}`));
  });
});

describe('the log alone', () => {
  it('is opened without the key of the vault, and closed with the rest', async () => {
    const own = tools();
    const log = await openLogFrom({ DATABASE_URL: database.url }, own);
    expect(await log.head()).toBe(2n);
    await own.opened.close();
    expect(() => log.subscribe(0n, async () => undefined)).toThrow('closed');
  });

  it('fails to open without a setting', async () => {
    await expect(openLogFrom({}, tools())).rejects.toThrow(
      'DATABASE_URL: is missing, and so is EVENTSTORE_URL',
    );
  });
});

it('metrics count waiting work: appends for a flush, passwords for hashing', async () => {
  const own = tools();
  const { eventStore, vault } = await openFoundation({ DATABASE_URL: database.url, VAULT_KEY: key }, own);
  const depths = async () => (await own.registry.metrics()).match(/^\w+_queue_depth \d+$/gm);
  const ids = { correlationId: 'spec', causationId: 'spec' };
  const metadata = { ...ids, actorId: null, time: new Date().toISOString() };
  const append = (userId: number) =>
    eventStore.append(`user-${userId}`, 'no-stream', [
      { type: 'AdminGranted', data: { userId }, eventId: randomUUID(), metadata },
    ]);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin; lock table event_store.events in access exclusive mode');
  const waitsForUs = `select count(*)::integer from pg_locks where not granted and relation = 'event_store.events'::regclass`;
  const waiting = async () => (await holder.query<{ count: number }>(waitsForUs)).rows[0]?.count;

  const flushed = append(8);
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  const next = append(9);
  await expect.poll(depths, { timeout: 60_000 }).toContain('event_log_queue_depth 1');
  const hashes = Array.from({ length: 20 }, () => vault.passwords.hash('a password'));
  expect(await depths()).toContainEqual(expect.stringMatching(/^vault_password_queue_depth [1-9]/));

  await holder.end();
  await Promise.all([flushed, next, ...hashes]);
  expect(await depths()).toEqual(['vault_password_queue_depth 0', 'event_log_queue_depth 0']);
  await own.opened.close();
});
