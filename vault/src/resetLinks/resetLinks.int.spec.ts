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
/** A new member with a password. */
async function member(): Promise<number> {
  lastId += 1;
  await one.passwords.setFirst(lastId, 'the old one');
  return lastId;
}
const rows = async (userId: number) =>
  (
    await admin.query<{ text: string }>(
      'select l::text as text from vault.reset_links l where user_id = $1',
      [userId],
    )
  ).rows;

describe('a link', () => {
  it('is found on every process until used, which sets the password', async () => {
    const id = await member();
    const { token, expiresAt } = await one.resetLinks.issue(id);
    expect(expiresAt.getTime() - now.getTime()).toBe(60 * minute);
    expect(await other.resetLinks.find(token)).toBe(id);
    expect(await other.resetLinks.redeem(token, await other.passwords.hash('the new one'))).toBe(true);
    expect(await one.passwords.verify(id, 'the new one')).toBe(true);
    expect(await one.passwords.verify(id, 'the old one')).toBe(false);
    expect(await one.resetLinks.find(token)).toBeNull();
    expect(await one.resetLinks.redeem(token, await one.passwords.hash('again'))).toBe(false);
    expect(await one.passwords.verify(id, 'the new one')).toBe(true);
  });

  it('has 256 random bits, none of them stored', async () => {
    const id = await member();
    const { token } = await one.resetLinks.issue(id);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row, ...more] = await rows(id);
    expect(more).toEqual([]);
    expect(row?.text).not.toContain(token);
    expect(row?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('is valid for an hour', async () => {
    const id = await member();
    const { token } = await one.resetLinks.issue(id);
    await pass(60 * minute - 1);
    expect(await one.resetLinks.find(token)).toBe(id);
    await pass(1);
    expect(await one.resetLinks.find(token)).toBeNull();
    expect(await one.resetLinks.redeem(token, await one.passwords.hash('too late'))).toBe(false);
    expect(await one.passwords.verify(id, 'the old one')).toBe(true);
  });

  it('stays valid beside up to ten newer ones; using one voids all, and so does forgetting', async () => {
    const [id, neighbour] = [await member(), await member()];
    const theirs = await one.resetLinks.issue(neighbour);
    const tokens: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      tokens.push((await (n % 2 === 0 ? one : other).resetLinks.issue(id)).token);
      await pass(minute);
    }
    const found = () => Promise.all(tokens.map((token) => other.resetLinks.find(token)));
    expect(await found()).toEqual([null, ...Array<number>(10).fill(id)]);
    const [, second = '', ...newer] = tokens;
    expect(await one.resetLinks.redeem(second, await one.passwords.hash('the new one'))).toBe(true);
    expect(await found()).toEqual(Array(11).fill(null));
    for (const token of newer) expect(await one.resetLinks.redeem(token, 'another')).toBe(false);
    expect(await one.passwords.verify(id, 'the new one')).toBe(true);
    expect(await one.resetLinks.find(theirs.token)).toBe(neighbour);
    await one.resetLinks.forget(neighbour);
    expect(await one.resetLinks.find(theirs.token)).toBeNull();
  });

  it('is the only one that sets a password when several are used at once', async () => {
    const id = await member();
    const hash = await one.passwords.hash('the new one');
    const issued = await Promise.all([1, 2, 3, 4].map(() => one.resetLinks.issue(id)));
    const used = issued.map(({ token }, n) => (n % 2 === 0 ? one : other).resetLinks.redeem(token, hash));
    expect((await Promise.all(used)).filter(Boolean)).toHaveLength(1);
  });

  it('can’t be made up, in any form', async () => {
    const id = await member();
    const { token } = await one.resetLinks.issue(id);
    for (const madeUp of ['', token.slice(1), 'x'.repeat(43), `${token} `, "' or 1=1 --"]) {
      expect(await one.resetLinks.find(madeUp)).toBeNull();
    }
    expect(await one.resetLinks.find(token)).toBe(id);
  });

  it('is used by exactly one of many at once, whose password is set', async () => {
    const id = await member();
    const { token } = await one.resetLinks.issue(id);
    const uses = ['first', 'second', 'third', 'fourth'].map(async (password, n) => {
      const at = n % 2 === 0 ? one : other;
      return [password, await at.resetLinks.redeem(token, await at.passwords.hash(password))] as const;
    });
    const outcomes = await Promise.all(uses);
    expect(outcomes.filter(([, used]) => used)).toHaveLength(1);
    for (const [password, used] of outcomes) expect(await one.passwords.verify(id, password)).toBe(used);
  });

  it('ends all sessions of the member, and no other’s, on every process', async () => {
    const [id, neighbour] = [await member(), await member()];
    const sessions = await Promise.all([one, other].map((vault) => vault.sessions.start(id)));
    const theirs = await one.sessions.start(neighbour);
    for (const { token } of sessions) expect(await other.sessions.find(token)).not.toBeNull();
    const reported: unknown[] = [];
    const stops = [one, other].map((vault) =>
      vault.sessions.onEnded(({ userId, reason }) => reported.push({ userId, reason })),
    );
    const { token } = await one.resetLinks.issue(id);
    await one.resetLinks.redeem(token, await one.passwords.hash('the new one'));
    for (const { token } of sessions) {
      expect(await one.sessions.find(token)).toBeNull();
      await expect.poll(() => other.sessions.find(token)).toBeNull();
    }
    const ended = { userId: id, reason: 'password_changed' };
    await expect.poll(() => reported).toEqual([ended, ended, ended, ended]);
    for (const stop of stops) stop();
    expect(await other.sessions.find(theirs.token)).not.toBeNull();
  });

  it('is still valid, with nothing changed, after a failure halfway', async () => {
    const id = await member();
    const session = await one.sessions.start(id);
    const { token } = await one.resetLinks.issue(id);
    const hash = await one.passwords.hash('the new one');
    await admin.query('alter table vault.sessions rename to sessions_away');
    await expect(one.resetLinks.redeem(token, hash)).rejects.toThrow('vault.sessions');
    await admin.query('alter table vault.sessions_away rename to sessions');
    expect(await one.passwords.verify(id, 'the old one')).toBe(true);
    expect(await one.sessions.find(session.token)).not.toBeNull();
    expect(await one.resetLinks.redeem(token, hash)).toBe(true);
    expect(await one.passwords.verify(id, 'the new one')).toBe(true);
  });
});
