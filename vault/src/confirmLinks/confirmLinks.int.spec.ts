import { freshDatabase, shiftVaultClock, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
beforeAll(async () => {
  db = await freshDatabase();
  const options = { connectionString: db.url, masterKey: new Uint8Array(32).fill(7) };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await db.drop();
});

it('a link is valid for its member and address, on every process, for a week', async () => {
  const token = await one.confirmLinks.issue(7, 'ada@example.org');
  expect(token).toMatch(/^[\w-]+$/);
  const { confirmLinks } = other;
  expect(await confirmLinks.find(token)).toBe(7);
  expect(confirmLinks.isOf(token, 'ada@example.org')).toBe(true);
  expect(confirmLinks.isOf(token, 'eve@example.org')).toBe(false);
  await shiftVaultClock(db.url, 7 * 24 * 60 * 60 * 1000 + 60_000);
  expect(await confirmLinks.find(token)).toBeNull();
});

it('no other text is valid', async () => {
  const token = await one.confirmLinks.issue(7, 'ada@example.org');
  const [, until = '', mark = ''] = token.split('-', 3);
  for (const text of ['', 'x', '7-1-x', `${token}x`, token.toUpperCase().replace(/[A-Z]/g, '!')]) {
    expect(await one.confirmLinks.find(text)).toBeNull();
    expect(one.confirmLinks.isOf(text, 'ada@example.org')).toBe(false);
  }
  for (const changed of [`8-${until}-${mark}`, `7-${Number(until) + 1}-${mark}`]) {
    expect(one.confirmLinks.isOf(changed, 'ada@example.org')).toBe(false);
  }
});
