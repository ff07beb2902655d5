import { silent } from '@pmcw/resilience';
import { freshDatabase } from '@pmcw/testing';
import { expect, it, vi } from 'vitest';
import { createPool } from './pool.ts';

it('keeps one of its connections open when it is idle', async () => {
  const database = await freshDatabase();
  const pool = createPool({
    ...{ connectionString: database.url, applicationName: 'spec', connections: 3 },
    ...{ statementTimeoutMs: 5_000, logger: silent },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.1)')));
  expect(pool.totalCount).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(pool.totalCount).toBe(1);
  vi.useRealTimers();
  await pool.end();
  await database.drop();
});
