import { freshDatabase } from '@pmcw/testing';
import { expect, it, vi } from 'vitest';
import { Connections } from './connections.ts';

it('limits statements, except those whose time grows with the tables', async () => {
  const database = await freshDatabase();
  const connections = new Connections(database.url, 2, 100);
  const slow = 'select pg_sleep(1.5)';
  await expect(connections.transaction('public', (tx) => tx.query(slow))).rejects.toThrow();
  await expect(connections.unlimited('public', (tx) => tx.query(slow))).resolves.toBeDefined();
  await connections.close();
  await database.drop();
});

it('keeps one connection open when it is idle', async () => {
  const database = await freshDatabase();
  const connections = new Connections(database.url, 2, 100);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const backend = () =>
    connections.transaction(
      'public',
      async (tx) => (await tx.query<{ pid: number }>('select pg_backend_pid() as pid')).rows,
    );
  const first = await backend();
  vi.advanceTimersByTime(60_000);
  expect(await backend()).toEqual(first);
  vi.useRealTimers();
  await connections.close();
  await database.drop();
});
