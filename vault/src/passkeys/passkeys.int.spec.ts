import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewPasskey, openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');
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

const newPasskey = (userId: number, more: Partial<NewPasskey> = {}): NewPasskey => ({
  ...{ id: randomUUID(), userId, credentialId: randomBytes(16).toString('base64url'), name: 'My phone' },
  ...{ publicKey: Uint8Array.from(randomBytes(77)), counter: 3, transports: ['internal', 'hybrid'] },
  ...{ isBackedUp: false, ...more },
});

describe('a passkey', () => {
  it('is found by its credential on every process', async () => {
    const made = newPasskey(7);
    expect(await one.passkeys.add(made)).toBe(true);
    const kept = { ...made, createdAt: now, lastUsedAt: null };
    expect(await other.passkeys.find(made.credentialId)).toEqual(kept);
    expect(await other.passkeys.all(7)).toEqual([kept]);
    expect(await other.passkeys.find('unknown')).toBeNull();
    expect(await other.passkeys.all(8)).toEqual([]);
  });

  it('is stored once per credential', async () => {
    const made = newPasskey(9);
    await one.passkeys.add(made);
    const again = [newPasskey(10, { credentialId: made.credentialId }), newPasskey(9, { id: made.id })];
    for (const each of again) expect(await other.passkeys.add(each)).toBe(false);
    expect(await one.passkeys.find(made.credentialId)).toMatchObject({ userId: 9, name: 'My phone' });
  });

  it('is used only from the count that was checked, by one of several', async () => {
    const { id, credentialId } = newPasskey(11);
    await one.passkeys.add(newPasskey(11, { id, credentialId }));
    now = new Date(now.getTime() + 60_000);
    await stopVaultClock(db.url, now);
    const use = { before: 3, after: 4, isBackedUp: true };
    const used = await Promise.all([one, other].map(({ passkeys }) => passkeys.use(id, use)));
    expect(used.filter(Boolean)).toHaveLength(1);
    const expected = { counter: 4, isBackedUp: true, lastUsedAt: now };
    expect(await other.passkeys.find(credentialId)).toMatchObject(expected);
    // Many authenticators don’t count.
    expect(await one.passkeys.use(id, { before: 4, after: 0, isBackedUp: true })).toBe(true);
    expect(await one.passkeys.use(id, { before: 0, after: 0, isBackedUp: true })).toBe(true);
  });

  it('is renamed and removed only by its member', async () => {
    const made = newPasskey(12);
    await one.passkeys.add(made);
    expect(await one.passkeys.rename(13, made.id, 'Mine')).toBe(false);
    expect(await one.passkeys.rename(12, 'no uuid', 'Mine')).toBe(false);
    expect(await one.passkeys.rename(12, made.id, 'Laptop')).toBe(true);
    await other.passkeys.remove(13, made.id);
    expect(await one.passkeys.find(made.credentialId)).toMatchObject({ name: 'Laptop' });
    await other.passkeys.remove(12, made.id);
    expect(await one.passkeys.find(made.credentialId)).toBeNull();
  });

  it('has a handle that is stable and unique per member', () => {
    const handle = one.passkeys.userHandle(7);
    expect(handle).toHaveLength(32);
    expect(other.passkeys.userHandle(7)).toEqual(handle);
    expect(one.passkeys.userHandle(8)).not.toEqual(handle);
  });
});
