import { randomBytes } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');
const pass = async (ms: number) => {
  now = new Date(now.getTime() + ms);
  await stopVaultClock(db.url, now);
};
beforeAll(async () => {
  db = await freshDatabase();
  const options = { connectionString: db.url, masterKey: randomBytes(32) };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
  await stopVaultClock(db.url, now);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await db.drop();
});

it('a turn belongs to one process at a time, per member', async () => {
  const takes = [one, other, one, other].map(({ credentialTurns }) => credentialTurns.take(7));
  const holders = (await Promise.all(takes)).filter((holder) => holder !== null);
  expect(holders).toHaveLength(1);
  expect(await other.credentialTurns.take(8)).not.toBeNull();
  await other.credentialTurns.end(7, holders[0] ?? '');
  expect(await other.credentialTurns.take(7)).not.toBeNull();
});

it('a crashed process’s turn expires after a minute, and that process can no longer end it', async () => {
  const dead = await one.credentialTurns.take(9);
  await pass(59_999);
  expect(await other.credentialTurns.take(9)).toBeNull();
  await pass(1);
  expect(await other.credentialTurns.take(9)).not.toBeNull();
  await one.credentialTurns.end(9, dead ?? '');
  expect(await one.credentialTurns.take(9)).toBeNull();
});
