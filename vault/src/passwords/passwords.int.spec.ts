import { randomBytes } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVault, type Vault, VaultBusyError } from '../index.ts';

// Imported again, because spec files share modules.
vi.hoisted(() => vi.resetModules());
vi.mock('@node-rs/argon2', { spy: true });

let db: TestDatabase;
let vault: Vault;

beforeAll(async () => {
  db = await freshDatabase();
  vault = await openVault({ connectionString: db.url, masterKey: randomBytes(32) });
});
afterAll(async () => {
  await vault.close();
  await db.drop();
});

const proofOf = async (userId: number, password: string) => {
  const proof = await vault.passwords.prove(userId, password);
  if (proof === null) throw new Error('It is another password');
  return proof;
};
const replace = async (userId: number, from: string, to: string) =>
  vault.passwords.replace(await proofOf(userId, from), to);

describe('passwords', () => {
  it('distinguishes right from wrong, and forgets the previous one', async () => {
    expect(await vault.passwords.has(5)).toBe(false);
    await vault.passwords.setFirst(5, 'correct horse');
    expect(await vault.passwords.has(5)).toBe(true);
    expect(await vault.passwords.verify(5, 'correct horse')).toBe(true);
    expect(await vault.passwords.verify(5, 'Correct horse')).toBe(false);
    await replace(5, 'correct horse', 'battery staple');
    expect(await vault.passwords.verify(5, 'correct horse')).toBe(false);
    expect(await vault.passwords.verify(5, 'battery staple')).toBe(true);
  });

  it('replaces only the proved one, and once', async () => {
    await vault.passwords.setFirst(8, 'correct horse');
    await vault.passwords.setFirst(9, 'correct horse');
    const proofs = [await proofOf(8, 'correct horse'), await proofOf(8, 'correct horse')];
    const done = await Promise.all(proofs.map((proof, n) => vault.passwords.replace(proof, `next ${n}`)));
    expect(done.filter(Boolean)).toHaveLength(1);
    const first = done.findIndex((proof) => proof !== null);
    expect(await vault.passwords.prove(8, `next ${first}`)).toEqual(done[first]);
    expect(await vault.passwords.verify(9, 'correct horse')).toBe(true);
  });

  it('does not accept a proof after it was set again, even to the same one', async () => {
    await vault.passwords.setFirst(10, 'correct horse');
    const proof = await proofOf(10, 'correct horse');
    expect(await replace(10, 'correct horse', 'correct horse')).not.toBeNull();
    expect(await vault.passwords.replace(proof, 'battery staple')).toBeNull();
    expect(await vault.passwords.verify(10, 'correct horse')).toBe(true);
  });

  it('sets a first password only if there is none', async () => {
    const won = await Promise.all([1, 2, 3].map((n) => vault.passwords.setFirst(4, `first ${n}`)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await vault.passwords.verify(4, `first ${won.indexOf(true) + 1}`)).toBe(true);
  });

  it('treats both spellings of a composed letter as equal', async () => {
    await vault.passwords.setFirst(6, 'caf\u00e9 cr\u00e8me');
    expect(await vault.passwords.verify(6, 'cafe\u0301 cre\u0300me')).toBe(true);
  });

  it('stores argon2id with the design’s parameters', async () => {
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    const { rows } = await client.query<{ hash: string }>('select hash from vault.passwords');
    await client.end();
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('takes as long for an unknown member, by comparing with another hash', async () => {
    for (const userId of [null, 5]) {
      vi.mocked(argon2.verify).mockClear();
      expect(await vault.passwords.verify(userId, 'wrong')).toBe(false);
      expect(argon2.verify).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
        Buffer.from('wrong'),
      );
    }
  });

  it('refuses more than its queue holds, and serves the rest', async () => {
    const tries = Array.from({ length: 400 }, () => vault.passwords.setFirst(7, 'one of many'));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused) expect(result.reason).toBeInstanceOf(VaultBusyError);
    expect(await vault.passwords.verify(7, 'one of many')).toBe(true);
  });
});
