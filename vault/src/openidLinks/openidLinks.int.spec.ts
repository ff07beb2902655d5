import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');
beforeAll(async () => {
  db = await freshDatabase();
  const options = { connectionString: db.url, masterKey: randomBytes(32), clock: () => now };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await db.drop();
});

const issuer = 'https://id.example';
const link = (userId: number) => ({ id: randomUUID(), userId });

describe('a link to an account at a provider', () => {
  it('is found by the account on every process, and tells when it was used', async () => {
    const made = link(7);
    expect(await one.openidLinks.add(made, { issuer, subject: 'ada' })).toBe(true);
    const kept = { ...made, issuer, createdAt: now, lastUsedAt: null };
    expect(await other.openidLinks.find({ issuer, subject: 'ada' })).toEqual(kept);
    expect(await other.openidLinks.all(7)).toEqual([kept]);
    now = new Date('2026-01-02T00:00:00Z');
    await other.openidLinks.use(made.id);
    expect(await one.openidLinks.find({ issuer, subject: 'ada' })).toEqual({ ...kept, lastUsedAt: now });
  });

  it('is another one at another provider, also by the same name there', async () => {
    const elsewhere = { issuer: 'https://other.example', subject: 'ada' };
    expect(await one.openidLinks.find(elsewhere)).toBeNull();
    expect(await one.openidLinks.add(link(8), elsewhere)).toBe(true);
    // What stands together in the hash is told apart.
    expect(await one.openidLinks.find({ issuer: 'https://other.example/a', subject: 'da' })).toBeNull();
  });

  it('is one for an account, and one for a member at a provider', async () => {
    expect(await one.openidLinks.add(link(9), { issuer, subject: 'ada' })).toBe(false);
    expect(await one.openidLinks.add(link(7), { issuer, subject: 'bob' })).toBe(false);
    expect(await one.openidLinks.add(link(9), { issuer, subject: 'bob' })).toBe(true);
  });

  it('is removed by its member alone', async () => {
    const made = link(10);
    await one.openidLinks.add(made, { issuer, subject: 'eve' });
    await one.openidLinks.remove(11, made.id);
    await one.openidLinks.remove(10, 'no UUID');
    expect(await one.openidLinks.all(10)).toHaveLength(1);
    await one.openidLinks.remove(10, made.id);
    expect(await one.openidLinks.find({ issuer, subject: 'eve' })).toBeNull();
  });

  it('says nowhere in the database who somebody is at the provider', async () => {
    const subject = 'somebody with a long name';
    await one.openidLinks.add(link(12), { issuer, subject });
    const pool = new pg.Pool({ connectionString: db.url });
    const { rows } = await pool.query<{ all: string }>(
      'select string_agg(openid_links::text, $1) as all from vault.openid_links',
      ['\n'],
    );
    await pool.end();
    expect(rows[0]?.all).toContain(issuer);
    expect(rows[0]?.all).not.toContain(subject);
    expect(rows[0]?.all).not.toContain(Buffer.from(subject).toString('hex'));
  });
});
