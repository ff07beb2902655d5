import { type Logger, silent } from '@pmcw/resilience';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen } from './announcements.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});

it('reports an outage once, without a stack, however often it tries again', async () => {
  const warnings: (readonly [fields: object, message: string])[] = [];
  const warn: Logger['warn'] = (fields, message) => void warnings.push([fields, message]);
  const logger: Logger = { debug: () => undefined, info: () => undefined, warn, error: warn };
  const applicationName = 'a listener of the specs';
  const announcements = await listen({ connectionString: database.url, applicationName, logger });

  const name = new URL(database.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: String(new URL('/postgres', database.url)) });
  await client.connect();
  const connect = vi.spyOn(pg.Client.prototype, 'connect');
  await client.query(`alter database ${name} with allow_connections false`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(4);
  expect(announcements.isLive()).toBe(false);
  await client.query(`alter database ${name} with allow_connections true`);
  await expect.poll(() => announcements.isLive()).toBe(true);
  await announcements.close();
  await client.end();

  expect(warnings.map(([, message]) => message)).toEqual([
    'the vault lost its listening connection',
    'the vault cannot listen; trying again',
  ]);
  expect(warnings[1]?.[0]).toEqual({
    reason: expect.stringMatching(/^55000 .*not currently accepting/),
    times: 1,
  });
});

it('asks the database seldom while it is not used, and at once when it is', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const options = { connectionString: database.url, applicationName: 'a listener', logger: silent };
  const announcements = await listen(options);
  expect([announcements.isLive(), announcements.isListening()]).toEqual([true, true]);
  now += 11_000;
  asked.mockClear();
  // By the heartbeat that was due within a second; then it rests.
  await expect.poll(() => announcements.isListening()).toBe(true);
  now += 3_000;
  expect([announcements.isListening(), announcements.isLive()]).toEqual([true, false]);
  await expect.poll(() => announcements.isLive()).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
  now += 8_000;
  expect(announcements.isListening()).toBe(false);
  await announcements.close();
});
