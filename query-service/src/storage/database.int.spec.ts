import { freshDatabase } from '@pmcw/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { maxWaiting, openReadModels, readModelConnections } from './database.ts';

it('keeps one connection open when it is idle', async () => {
  const database = await freshDatabase();
  const db = openReadModels(database.url);
  const backend = async () => (await sql`select pg_backend_pid()`.execute(db)).rows;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = await backend();
  vi.advanceTimersByTime(60_000);
  expect(await backend()).toEqual(first);
  vi.useRealTimers();
  await db.destroy();
  await database.drop();
});

it('refuses at once what would wait too long for a connection, and serves what waits', async () => {
  const database = await freshDatabase();
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  const db = openReadModels(database.url);
  const ask = () => sql`select pg_advisory_xact_lock_shared(1)`.execute(db);
  const asked = Array.from({ length: readModelConnections + maxWaiting }, ask);
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
  await holder.end();
  expect(await Promise.all(asked)).toHaveLength(asked.length);
  await db.destroy();
  await database.drop();
});
