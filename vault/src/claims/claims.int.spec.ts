import { createHash, randomBytes } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claim, openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');

const username = (value: string): Claim => ({ kind: 'username', value });
const email = (value: string): Claim => ({ kind: 'email', value });
const pass = async (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
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

describe('claims', () => {
  it('gives a value to the first member, and names it to the second', async () => {
    expect(await one.claims.take(10, [username('ada'), email('ada@example.org')])).toBeNull();
    expect(await other.claims.take(11, [email('bea@example.org'), username('ada')])).toEqual(username('ada'));
    expect(await one.claims.holder(username('ada'))).toBe(10);
  });

  it('takes all or nothing', async () => {
    expect(await one.claims.holder(email('bea@example.org'))).toBeNull();
  });

  it('has no conflict within a member, and separates kinds', async () => {
    expect(await one.claims.take(10, [username('ada'), username('ada')])).toBeNull();
    expect(await one.claims.take(12, [email('ada')])).toBeNull();
  });

  it('protects a pending claim for a minute, then allows a takeover', async () => {
    await one.claims.take(20, [username('crashed')]);
    await pass(59);
    expect(await other.claims.take(21, [username('crashed')])).toEqual(username('crashed'));
    await pass(2);
    expect(await other.claims.take(21, [username('crashed')])).toBeNull();
    expect(await one.claims.holder(username('crashed'))).toBe(21);
  });

  it('never allows a takeover of a confirmed claim, even while its member claims it again', async () => {
    await one.claims.take(30, [username('kept')]);
    await one.claims.confirm(30, [username('kept')]);
    await one.claims.take(30, [username('kept')]);
    await pass(3600);
    expect(await other.claims.take(31, [username('kept')])).toEqual(username('kept'));
  });

  it('does not pass on a confirmation with a takeover', async () => {
    await one.claims.take(32, [username('slow')]);
    await pass(61);
    await other.claims.take(33, [username('slow')]);
    await one.claims.confirm(32, [username('slow')]);
    await pass(61);
    expect(await one.claims.take(34, [username('slow')])).toBeNull();
  });

  it('takes a lost claim again when it is confirmed and still free', async () => {
    await one.claims.confirm(35, [username('lost')]);
    await pass(3600);
    expect(await other.claims.take(36, [username('lost')])).toEqual(username('lost'));
  });

  it('releases nothing that was taken again since the mark was read', async () => {
    await one.claims.take(42, [username('seen')]);
    const mark = await one.claims.markOf(42, username('seen'));
    if (mark === null) throw new Error('the claim was just taken');
    await other.claims.take(42, [username('seen')]);
    await one.claims.releaseIfUnchanged(42, username('seen'), mark);
    expect(await one.claims.holder(username('seen'))).toBe(42);

    const next = await one.claims.markOf(42, username('seen'));
    expect(next).not.toBe(mark);
    await one.claims.releaseIfUnchanged(42, username('seen'), next ?? '');
    expect(await one.claims.holder(username('seen'))).toBeNull();
    expect(await one.claims.markOf(42, username('seen'))).toBeNull();
  });

  it('has marks only for the member’s own claims', async () => {
    await one.claims.take(43, [username('marked')]);
    expect(await one.claims.markOf(44, username('marked'))).toBeNull();
  });

  it('releases a doubted claim a minute after it was last taken', async () => {
    await one.claims.take(45, [username('doubted')]);
    await one.claims.confirm(45, [username('doubted')]);
    await other.claims.doubt(46, [username('doubted')]);
    await pass(61);
    expect(await other.claims.take(46, [username('doubted')])).toEqual(username('doubted'));
    await one.claims.take(45, [username('doubted')]);
    await other.claims.doubt(45, [username('doubted')]);
    expect(await other.claims.take(46, [username('doubted')])).toEqual(username('doubted'));
    await pass(61);
    expect(await other.claims.take(46, [username('doubted')])).toBeNull();
  });

  it('lets exactly one of many vaults win a race, in any order of claims', async () => {
    const contenders = Array.from({ length: 40 }, (_, i) => 100 + i);
    const refusals = await Promise.all(
      contenders.map((userId) => {
        const claims = [username('raced'), email('raced@example.org')];
        return (userId % 2 ? one : other).claims.take(userId, userId % 3 ? claims : claims.reverse());
      }),
    );
    expect(refusals.filter((refused) => refused === null)).toHaveLength(1);
    const winner = contenders[refusals.indexOf(null)];
    expect(await one.claims.holder(username('raced'))).toBe(winner);
    expect(await one.claims.holder(email('raced@example.org'))).toBe(winner);
  });

  it('stores no value in clear', async () => {
    await one.claims.take(50, [username('plainly_visible'), email('plainly@example.org')]);
    const client = new pg.Client({ connectionString: db.url });
    await client.connect();
    const { rows } = await client.query<{ hash: Buffer }>('select hash from vault.claims where user_id = 50');
    await client.end();
    expect(rows).toHaveLength(2);
    for (const { hash } of rows) {
      expect(hash).toHaveLength(32);
      for (const value of ['plainly_visible', 'plainly@example.org']) {
        expect(hash).not.toEqual(createHash('sha256').update(value).digest());
      }
    }
  });
});
