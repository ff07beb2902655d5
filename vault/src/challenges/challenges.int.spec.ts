import { randomBytes } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let admin: pg.Pool;
let now = new Date('2026-01-01T00:00:00Z');
const minute = 60_000;
const pass = async (ms: number) => {
  now = new Date(now.getTime() + ms);
  await stopVaultClock(db.url, now);
};

beforeAll(async () => {
  db = await freshDatabase();
  admin = new pg.Pool({ connectionString: db.url });
  // Postgres cuts remaining connections when the spec’s database is dropped.
  admin.on('error', () => undefined);
  const options = { connectionString: db.url, masterKey: randomBytes(32) };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
  await stopVaultClock(db.url, now);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close(), admin.end()]);
  await db.drop();
});

let lastId = 100;
const member = () => {
  lastId += 1;
  return lastId;
};
const purpose = 'prove-wallet';
const bound = { walletId: 'w', issuedAt: '2026-01-01T00:00:00.000Z' };

describe('a challenge', () => {
  it('is found on every process with its bound values, until it is spent', async () => {
    const userId = member();
    const { nonce, expiresAt } = await one.challenges.issue(purpose, userId, bound);
    expect(expiresAt.getTime() - now.getTime()).toBe(30 * minute);
    expect(await other.challenges.find(purpose, nonce)).toEqual({ userId, bound });
    expect(await other.challenges.take(purpose, nonce, 'signature')).toBe(true);
    expect(await one.challenges.find(purpose, nonce)).toEqual({ userId, bound });
    expect(await one.challenges.spend(purpose, nonce)).toBe(true);
    expect(await other.challenges.spend(purpose, nonce)).toBe(false);
    expect(await other.challenges.find(purpose, nonce)).toBeNull();
    expect(await other.challenges.take(purpose, nonce, 'signature')).toBe(false);
  });

  it('is unique, of letters and digits, and the vault stores none of it in clear', async () => {
    const userId = member();
    const issued = [];
    for (let n = 0; n < 10; n += 1) issued.push(await one.challenges.issue(purpose, userId, bound));
    const nonces = issued.map(({ nonce }) => nonce);
    expect(new Set(nonces).size).toBe(10);
    for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9]{22}$/);
    const { rows } = await admin.query<{ text: string }>('select c::text as text from vault.challenges c');
    const text = rows.map((row) => row.text).join('\n');
    for (const nonce of nonces) {
      expect(text).not.toContain(nonce);
      expect(text).not.toContain(Buffer.from(nonce).toString('hex'));
    }
  });

  it('seals its bound values, which open in no other row or for another member', async () => {
    const secret = { username: 'ada', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
    const userId = member();
    const { nonce } = await one.challenges.issue('register-wallet', userId, secret);
    const row = `select hash, bound #>> '{}' as sealed from vault.challenges where user_id = $1`;
    const { rows } = await admin.query<{ hash: Buffer; sealed: string }>(row, [userId]);
    const [{ hash, sealed } = { hash: null, sealed: '' }] = rows;
    for (const value of Object.values(secret)) {
      expect(sealed).not.toContain(value);
      expect(Buffer.from(sealed, 'base64').includes(value)).toBe(false);
    }
    const moved = await one.challenges.issue('register-wallet', member(), {});
    await admin.query('update vault.challenges set bound = to_jsonb($1::text) where user_id = $2', [
      ...[sealed, lastId],
    ]);
    await expect(other.challenges.find('register-wallet', moved.nonce)).rejects.toThrow();
    await admin.query('update vault.challenges set user_id = $2 where hash = $1', [hash, member()]);
    await expect(other.challenges.find('register-wallet', nonce)).rejects.toThrow();
    await admin.query('update vault.challenges set user_id = $2 where hash = $1', [hash, userId]);
    expect(await other.challenges.find('register-wallet', nonce)).toEqual({ userId, bound: secret });
    // In clear, as in earlier versions.
    await admin.query('update vault.challenges set bound = $2 where hash = $1', [hash, secret]);
    expect(await other.challenges.find('register-wallet', nonce)).toBeNull();
  });

  it('is valid for 30 minutes, and then deleted', async () => {
    const userId = member();
    const { nonce } = await one.challenges.issue(purpose, userId, bound);
    await pass(30 * minute - 1);
    expect(await one.challenges.find(purpose, nonce)).not.toBeNull();
    await pass(1);
    expect(await one.challenges.find(purpose, nonce)).toBeNull();
    expect(await one.challenges.take(purpose, nonce, 'signature')).toBe(false);
  });

  it('is reserved by one answer of many, on two processes at once, and by that one again', async () => {
    const userId = member();
    const { nonce } = await one.challenges.issue(purpose, userId, bound);
    const answers = Array.from({ length: 20 }, (_, n) => `signature ${n}`);
    const taken = await Promise.all(
      answers.map((answer, n) => (n % 2 === 0 ? one : other).challenges.take(purpose, nonce, answer)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const first = answers[taken.indexOf(true)] ?? '';
    expect(await other.challenges.take(purpose, nonce, first)).toBe(true);
    expect(await other.challenges.take(purpose, nonce, `${first}.`)).toBe(false);
  });

  it('has no member before a sign-in: unlimited, for five minutes', async () => {
    const nonces: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      nonces.push((await one.challenges.issue('passkey-sign-in', 0, { browser: 'b' })).nonce);
    }
    const found = await Promise.all(nonces.map((each) => other.challenges.find('passkey-sign-in', each)));
    expect(found).toEqual(Array(25).fill({ userId: 0, bound: { browser: 'b' } }));
    const [nonce = ''] = nonces;
    expect(await one.challenges.find('add-passkey', nonce)).toBeNull();
    const spent = await Promise.all(
      [one, other].map((each) => each.challenges.spend('passkey-sign-in', nonce)),
    );
    expect(spent.filter(Boolean)).toHaveLength(1);
    await pass(5 * minute);
    expect(await one.challenges.find('passkey-sign-in', nonces[1] ?? '')).toBeNull();
    expect(await one.challenges.spend('passkey-sign-in', nonces[1] ?? '')).toBe(false);
  });

  it('is unknown if made up', async () => {
    expect(await one.challenges.find(purpose, '')).toBeNull();
    expect(await one.challenges.take(purpose, 'A'.repeat(22), 'signature')).toBe(false);
    await one.challenges.spend(purpose, 'A'.repeat(22));
  });

  it('of a session does not displace those of another: at most 5 in each', async () => {
    const userId = member();
    const own = await one.challenges.issue('fresh-proof', userId, { sessionId: 'own' });
    const others: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      others.push((await one.challenges.issue('fresh-proof', userId, { sessionId: 'of a thief' })).nonce);
      await pass(1000);
    }
    const found = await Promise.all(others.map((nonce) => other.challenges.find('fresh-proof', nonce)));
    expect(found.map((challenge) => challenge !== null)).toEqual([
      ...Array<boolean>(3).fill(false),
      ...Array<boolean>(5).fill(true),
    ]);
    expect(await other.challenges.find('fresh-proof', own.nonce)).toMatchObject({ userId });
  });

  it('displaces the member’s oldest: at most 20', async () => {
    const [userId, neighbour] = [member(), member()];
    const theirs = await one.challenges.issue(purpose, neighbour, bound);
    const nonces: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      nonces.push((await one.challenges.issue(purpose, userId, bound)).nonce);
      await pass(1000);
    }
    const found = await Promise.all(nonces.map((nonce) => other.challenges.find(purpose, nonce)));
    expect(found.map((challenge) => challenge !== null)).toEqual([
      ...Array<boolean>(5).fill(false),
      ...Array<boolean>(20).fill(true),
    ]);
    expect(await other.challenges.find(purpose, theirs.nonce)).not.toBeNull();
  });
});
