import { freshDatabase } from '@pmcw/testing';
import { expect, it } from 'vitest';
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
