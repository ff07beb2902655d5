import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';

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

const issuer = 'https://id.example';
const link = (userId: number) => ({ id: randomUUID(), userId });

describe('a link to a provider’s account', () => {
  it('is found by the account on every process, with its last use', async () => {
    const made = link(7);
    expect(await one.openidLinks.keep(made, { issuer, subject: 'ada' })).toBe(true);
    const kept = { ...made, issuer, keptAt: now, keptForMs: 0, lastUsedAt: null };
    expect(await other.openidLinks.find({ issuer, subject: 'ada' })).toEqual(kept);
    expect(await other.openidLinks.all(7)).toEqual([kept]);
    now = new Date('2026-01-02T00:00:00Z');
    await stopVaultClock(db.url, now);
    await other.openidLinks.use(made.id);
    const later = { keptForMs: 86_400_000, lastUsedAt: now };
    expect(await one.openidLinks.find({ issuer, subject: 'ada' })).toEqual({ ...kept, ...later });
  });

  it('differs at another provider, even with the same subject', async () => {
    const elsewhere = { issuer: 'https://other.example', subject: 'ada' };
    expect(await one.openidLinks.find(elsewhere)).toBeNull();
    expect(await one.openidLinks.keep(link(8), elsewhere)).toBe(true);
    // The hash separates its parts.
    expect(await one.openidLinks.find({ issuer: 'https://other.example/a', subject: 'da' })).toBeNull();
  });

  it('is unique per account, and per member and provider', async () => {
    expect(await one.openidLinks.keep(link(9), { issuer, subject: 'ada' })).toBe(false);
    expect(await one.openidLinks.keep(link(7), { issuer, subject: 'bob' })).toBe(false);
    expect(await one.openidLinks.keep(link(9), { issuer, subject: 'bob' })).toBe(true);
  });

  it('is renewed by its member, and then not removed as a leftover', async () => {
    const made = link(13);
    const account = { issuer, subject: 'fay' };
    await one.openidLinks.keep(made, account);
    now = new Date(now.getTime() + 1);
    await stopVaultClock(db.url, now);
    expect(await other.openidLinks.keep(made, account)).toBe(true);
    expect((await one.openidLinks.find(account))?.keptAt).toEqual(now);
    await one.openidLinks.remove(13, made.id, 1);
    expect(await one.openidLinks.all(13)).toHaveLength(1);
    // Not with another account, or for another member with the same id.
    expect(await one.openidLinks.keep(made, { issuer, subject: 'gus' })).toBe(false);
    expect(await one.openidLinks.keep({ ...made, userId: 14 }, account)).toBe(false);
    await one.openidLinks.remove(13, made.id, 0);
    expect(await one.openidLinks.all(13)).toEqual([]);
  });

  it('is removed only for its member', async () => {
    const made = link(10);
    await one.openidLinks.keep(made, { issuer, subject: 'eve' });
    await one.openidLinks.remove(11, made.id);
    await one.openidLinks.remove(10, 'no UUID');
    expect(await one.openidLinks.all(10)).toHaveLength(1);
    await one.openidLinks.remove(10, made.id);
    expect(await one.openidLinks.find({ issuer, subject: 'eve' })).toBeNull();
  });

  it('never stores the subject in clear', async () => {
    const subject = 'a subject with a long name';
    await one.openidLinks.keep(link(12), { issuer, subject });
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
