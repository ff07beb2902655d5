import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let vault: Vault;
let client: pg.Client;
beforeAll(async () => {
  db = await freshDatabase();
  vault = await openVault({ connectionString: db.url, masterKey: new Uint8Array(32).fill(7) });
  client = new pg.Client({ connectionString: db.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await vault.close();
  await db.drop();
});

const rows = async () => (await client.query('select state from vault.snapshots')).rows;
const snapshot = (revision: number, state: string) => ({ revision, eventId: randomUUID(), state });

it('the latest of each name is found, and is sealed in the database', async () => {
  const { snapshots } = vault;
  expect(await snapshots.find(7, 'user/1')).toBeNull();
  await snapshots.put(7, 'user/1', snapshot(499, '{"fullName":"Ada"}'));
  const later = snapshot(999, '{"fullName":"Ada King"}');
  await snapshots.put(7, 'user/1', later);
  await snapshots.put(7, 'inbox/1', snapshot(3, '{}'));
  expect(await snapshots.find(7, 'user/1')).toEqual(later);
  expect(await snapshots.find(8, 'user/1')).toBeNull();
  expect(JSON.stringify(await rows())).not.toContain('Ada');
});

it('a changed one is ignored', async () => {
  const { snapshots } = vault;
  await snapshots.put(9, 'user/1', snapshot(499, '{"isAdmin":false}'));
  await client.query('update vault.snapshots set revision = 498 where user_id = 9');
  expect(await snapshots.find(9, 'user/1')).toBeNull();
});

it('nothing is left of an erased member, or stored later', async () => {
  const { snapshots } = vault;
  await snapshots.put(10, 'user/1', snapshot(499, '{}'));
  await vault.forgetMember(10);
  await snapshots.put(10, 'user/1', snapshot(999, '{}'));
  expect(await snapshots.find(10, 'user/1')).toBeNull();
  expect((await client.query('select from vault.snapshots where user_id = 10')).rowCount).toBe(0);
});
