import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { silent } from '@pmcw/resilience';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openVault, type Vault } from '../index.ts';
import { rotateMasterKey } from '../keys/rotation.ts';

const masterKey = randomBytes(32);
let db: TestDatabase;
let one: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');
beforeAll(async () => {
  db = await freshDatabase();
  const options = { connectionString: db.url, masterKey };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
  await stopVaultClock(db.url, now);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await db.drop();
});

const pass = async (ms: number) => {
  now = new Date(now.getTime() + ms);
  await stopVaultClock(db.url, now);
};
const target = (name: string) => ({ endpoint: `https://push.example/${name}`, p256dh: 'p', auth: 'a' });
const session = async (userId: number) => (await one.sessions.start(userId)).session.id;
const targetsOf = async ({ push }: Vault, userId: number) => (await push.of([userId])).get(userId) ?? [];

describe('push subscriptions', () => {
  it('are one per session, with the member’s choice', async () => {
    const id = await session(1);
    expect(await one.push.put(id, target('a'))).toBe(true);
    await one.push.put(id, { ...target('b'), showsText: true });
    await one.push.put(id, target('c'));
    expect(await targetsOf(other, 1)).toEqual([{ ...target('c'), showsText: true }]);
    await other.push.remove(id);
    expect(await targetsOf(one, 1)).toEqual([]);
  });

  it('end with their session in any way, and are not stored for ended ones', async () => {
    for (const end of [
      (id: string) => one.sessions.end(id, 'logout'),
      () => one.sessions.endAll(2, 'suspended'),
      () => pass(31 * 24 * 60 * 60 * 1000),
    ]) {
      const id = await session(2);
      await one.push.put(id, target('gone'));
      expect(await targetsOf(one, 2)).toHaveLength(1);
      await end(id);
      expect(await targetsOf(one, 2)).toEqual([]);
    }
    const over = await session(2);
    await one.sessions.end(over, 'logout');
    expect(await one.push.put(over, target('late'))).toBe(false);
  });

  it('of a browser go to the member who is signed in now', async () => {
    const [first, second] = [await session(3), await session(4)];
    await one.push.put(first, target('shared'));
    await one.push.put(second, target('shared'));
    expect(await targetsOf(one, 3)).toEqual([]);
    expect(await targetsOf(one, 4)).toHaveLength(1);
    await one.push.drop(target('shared').endpoint);
    expect(await targetsOf(one, 4)).toEqual([]);
  });

  it('are looked up for many members at once', async () => {
    for (const userId of [6, 7]) await one.push.put(await session(userId), target(`of ${userId}`));
    const targets = await other.push.of([6, 7, 8]);
    expect([...targets.values()].map((all) => all.map(({ endpoint }) => endpoint)).sort()).toEqual([
      ['https://push.example/of 6'],
      ['https://push.example/of 7'],
    ]);
    expect(targets.has(8)).toBe(false);
  });

  it('are not looked up while there are none, until any process stores one', async () => {
    const own = await freshDatabase();
    const options = { connectionString: own.url, masterKey };
    const [here, elsewhere] = await Promise.all([openVault(options), openVault(options)]);
    const queries = vi.spyOn(pg.Pool.prototype, 'query');
    const asks = async () => {
      const before = queries.mock.calls.length;
      const found = (await here.push.of([1])).size;
      return { found, queries: queries.mock.calls.length - before };
    };
    expect(await asks()).toEqual({ found: 0, queries: 2 });
    expect(await asks()).toEqual({ found: 0, queries: 0 });
    const { session: signedIn } = await elsewhere.sessions.start(1);
    await elsewhere.push.put(signedIn.id, target('first'));
    await eventually(async () => expect((await asks()).found).toBe(1));
    await here.push.drop(target('first').endpoint);
    await asks();
    expect(await asks()).toEqual({ found: 0, queries: 0 });
    await here.push.put(signedIn.id, target('second'));
    expect((await asks()).found).toBe(1);
    vi.restoreAllMocks();
    await Promise.all([here.close(), elsewhere.close()]);
    await own.drop();
  });

  it('are erased with their member, and not stored later', async () => {
    await one.subjectKeys.keysOf([5], true);
    const id = await session(5);
    await one.push.put(id, target('erased'));
    await one.forgetMember(5);
    const pool = new pg.Pool({ connectionString: db.url });
    const { rowCount } = await pool.query('select from vault.push_subscriptions where user_id = 5');
    await pool.end();
    expect(rowCount).toBe(0);
  });
});

describe('the keys', () => {
  it('are made once as a pair, on first use, and stored wrapped', async () => {
    const [keys, same] = await Promise.all([one.push.keys(), other.push.keys()]);
    expect(same).toEqual(keys);
    const point = Buffer.from(keys.publicKey, 'base64url');
    expect([point.length, point[0], Buffer.from(keys.privateKey, 'base64url').length]).toEqual([65, 4, 32]);
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const signature = sign(
      'sha256',
      Buffer.from('x'),
      createPrivateKey({ format: 'jwk', key: { ...jwk, d: keys.privateKey } }),
    );
    expect(verify('sha256', Buffer.from('x'), createPublicKey({ format: 'jwk', key: jwk }), signature)).toBe(
      true,
    );
    const pool = new pg.Pool({ connectionString: db.url });
    const { rows } = await pool.query<{ row: string }>('select k::text as row from vault.push_keys k');
    await pool.end();
    expect(rows[0]?.row).not.toContain(Buffer.from(keys.privateKey, 'base64url').toString('hex'));
  });

  it('outlive a rotation of the master key', async () => {
    const own = await freshDatabase();
    const next = randomBytes(32);
    const before = await openVault({ connectionString: own.url, masterKey });
    const keys = await before.push.keys();
    await before.close();
    const rotation = { connectionString: own.url, masterKey: next, previousMasterKey: masterKey };
    await rotateMasterKey({ ...rotation, logger: silent });
    const after = await openVault({ connectionString: own.url, masterKey: next });
    expect(await after.push.keys()).toEqual(keys);
    await after.close();
    await own.drop();
  });
});

describe('senders', () => {
  it('are one at a time; another takes over after silence or resignation', async () => {
    expect(await one.push.lead('one', 5000)).toBe(true);
    expect(await other.push.lead('other', 5000)).toBe(false);
    expect(await one.push.lead('one', 5000)).toBe(true);
    await pass(5001);
    expect(await other.push.lead('other', 5000)).toBe(true);
    expect(await one.push.lead('one', 5000)).toBe(false);
    await other.push.resign('other');
    expect(await one.push.lead('one', 5000)).toBe(true);
  });

  it('know members with a visible page, as long as its process reports it', async () => {
    await one.push.see('one', [7, 8], 5000);
    await other.push.see('other', [8], 9000);
    expect([await other.push.isSeen(7), await other.push.isSeen(9)]).toEqual([true, false]);
    await one.push.see('one', [], 5000);
    expect([await other.push.isSeen(7), await other.push.isSeen(8)]).toEqual([false, true]);
    await pass(9001);
    expect(await one.push.isSeen(8)).toBe(false);
  });
});
