import { freshDatabase } from '@pmcw/testing';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openReadModels } from './database.ts';

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
