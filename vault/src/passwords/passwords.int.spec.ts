import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVault, type Vault, VaultBusyError } from '../index.ts';

vi.mock('@node-rs/argon2', { spy: true });

let db: TestDatabase;
let vault: Vault;
let now = new Date('2026-01-01T00:00:00Z');
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  db = await freshDatabase();
  vault = await openVault({ connectionString: db.url, masterKey: randomBytes(32), clock: () => now });
});
afterAll(async () => {
  await vault.close();
  await db.drop();
});

describe('passwords', () => {
  it('knows the right one from a wrong one, and forgets the one before', async () => {
    await vault.passwords.set(5, 'correct horse');
    expect(await vault.passwords.verify(5, 'correct horse')).toBe(true);
    expect(await vault.passwords.verify(5, 'Correct horse')).toBe(false);
    await vault.passwords.set(5, 'battery staple');
    expect(await vault.passwords.verify(5, 'correct horse')).toBe(false);
    expect(await vault.passwords.verify(5, 'battery staple')).toBe(true);
  });

  it('sets a first password only where there is none', async () => {
    const won = await Promise.all([1, 2, 3].map((n) => vault.passwords.setFirst(4, `first ${n}`)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await vault.passwords.verify(4, `first ${won.indexOf(true) + 1}`)).toBe(true);
  });

  it('takes both spellings of a composed letter for the same', async () => {
    await vault.passwords.set(6, 'caf\u00e9 cr\u00e8me');
    expect(await vault.passwords.verify(6, 'cafe\u0301 cre\u0300me')).toBe(true);
  });

  it('stores argon2id with the parameters of the design', async () => {
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    const { rows } = await client.query<{ hash: string }>('select hash from vault.passwords');
    await client.end();
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is as slow for a member who does not exist: it is compared with a hash like any other', async () => {
    for (const userId of [null, 5]) {
      vi.mocked(argon2.verify).mockClear();
      expect(await vault.passwords.verify(userId, 'wrong')).toBe(false);
      expect(argon2.verify).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
        Buffer.from('wrong'),
      );
    }
  });

  it('refuses more than its queue holds, and serves those whom it took in', async () => {
    const tries = Array.from({ length: 400 }, () => vault.passwords.set(7, 'one of many'));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused) expect(result.reason).toBeInstanceOf(VaultBusyError);
    expect(await vault.passwords.verify(7, 'one of many')).toBe(true);
  });
});

describe('sign-in attempts', () => {
  const minutes = (count: number) => count * 60_000;
  const admitted = { admitted: true, at: expect.any(Date) };

  it('admits ten in fifteen minutes, even when they come at once', async () => {
    const tries = await Promise.all(Array.from({ length: 30 }, () => vault.signInAttempts.admit('at once')));
    expect(tries.filter(({ admitted }) => admitted)).toHaveLength(10);
    expect(tries).toContainEqual({ admitted: false, retryAfter: 15 * 60 });
    expect(await vault.signInAttempts.admit('somebody else')).toEqual(admitted);
  });

  it('lets one more in as each of the ten grows old', async () => {
    await vault.signInAttempts.admit('patient');
    pass(minutes(14));
    for (let i = 0; i < 9; i += 1) await vault.signInAttempts.admit('patient');
    expect(await vault.signInAttempts.admit('patient')).toEqual({ admitted: false, retryAfter: 60 });
    pass(minutes(1));
    expect(await vault.signInAttempts.admit('patient')).toEqual(admitted);
    expect(await vault.signInAttempts.admit('patient')).toEqual({ admitted: false, retryAfter: 14 * 60 });
  });

  it('forgets all when the right password came', async () => {
    for (let i = 0; i < 10; i += 1) await vault.signInAttempts.admit('remembers');
    await vault.signInAttempts.clear('remembers');
    expect(await vault.signInAttempts.admit('remembers')).toEqual(admitted);
  });

  it('takes back exactly one try that was never compared', async () => {
    for (let i = 0; i < 9; i += 1) await vault.signInAttempts.admit('busy');
    const tenth = await vault.signInAttempts.admit('busy');
    if (!tenth.admitted) throw new Error('the tenth try is admitted');
    await vault.signInAttempts.withdraw('busy', tenth.at);
    expect(await vault.signInAttempts.admit('busy')).toEqual(admitted);
    expect(await vault.signInAttempts.admit('busy')).toMatchObject({ admitted: false });
  });
});
