import { randomBytes } from 'node:crypto';
import { silent } from '@pmcw/resilience';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { channel, listen } from '../announcements/announcements.ts';
import { openVault, type PasswordProof, type SessionEnded, type Vault } from '../index.ts';
import { createSessions, type KeptSessions } from './sessions.ts';
import { sessionMs } from './spans.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let admin: pg.Pool;
let now = new Date('2026-01-01T00:00:00Z');
let ahead = 0;
const elapsed = performance.now.bind(performance);
const day = 24 * 60 * 60 * 1000;
const pass = async (ms: number) => {
  now = new Date(now.getTime() + ms);
  await stopVaultClock(db.url, now);
  // Caches age with the process’s clock.
  ahead += ms;
};

const listeners = `from pg_stat_activity
  where datname = current_database() and application_name like 'pmcw-vault-listener%'`;
/** Queries that wait for a password’s row. */
const waiting = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%vault.passwords%'`;

beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + ahead);
  db = await freshDatabase();
  admin = new pg.Pool({ connectionString: db.url }).on('error', () => undefined);
  const options = { connectionString: db.url, masterKey: randomBytes(32) };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
  await stopVaultClock(db.url, now);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close(), admin.end()]);
  await db.drop();
});

describe('sessions', () => {
  it('finds a session by its token on every process', async () => {
    const { session, token } = await one.sessions.start(7);
    expect(session.userId).toBe(7);
    expect(await one.sessions.find(token)).toEqual(session);
    expect(await other.sessions.find(token)).toEqual(session);
  });

  it('stores no token', async () => {
    const { token } = await one.sessions.start(7);
    const { rows } = await admin.query<{ text: string }>('select sessions::text as text from vault.sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ text }) => text).join()).not.toContain(token);
  });

  it('accepts no made-up token, in any form', async () => {
    for (const token of [
      '',
      'x'.repeat(43),
      'x'.repeat(10_000),
      "' or 1=1 --",
      randomBytes(32).toString('base64url'),
    ]) {
      expect(await one.sessions.find(token)).toBeNull();
    }
  });

  it('answers from the cache, until the session is ended elsewhere', async () => {
    const { session, token } = await one.sessions.start(8);
    await one.sessions.find(token);
    await admin.query('alter table vault.sessions rename to sessions_away');
    // It trusts its cache only while it listens; a busy machine may miss a beat.
    await eventually(async () => expect(await one.sessions.find(token)).toEqual(session));
    await admin.query('alter table vault.sessions_away rename to sessions');

    const heard: SessionEnded[] = [];
    const stop = one.sessions.onEnded((ended) => heard.push(ended));
    expect(await other.sessions.end(session.id, 'logout')).toBe(true);
    await expect.poll(() => one.sessions.find(token)).toBeNull();
    expect(heard).toEqual([expect.objectContaining({ sessionId: session.id, userId: 8, reason: 'logout' })]);
    stop();
  });

  it('ends once, and at once on the same process', async () => {
    const { session, token } = await one.sessions.start(9);
    await one.sessions.find(token);
    expect(await one.sessions.end(session.id, 'logout')).toBe(true);
    expect(await one.sessions.find(token)).toBeNull();
    expect(await other.sessions.end(session.id, 'logout')).toBe(false);
  });

  it('ends all sessions of a member but one', async () => {
    const kept = await one.sessions.start(12);
    const ended = [await one.sessions.start(12), await other.sessions.start(12)];
    const foreign = await one.sessions.start(13);
    await one.sessions.endAll(12, 'password_changed', kept.session.id);
    expect(await one.sessions.find(kept.token)).not.toBeNull();
    expect(await one.sessions.find(foreign.token)).not.toBeNull();
    for (const { token } of ended) expect(await one.sessions.find(token)).toBeNull();
  });

  it('are listed for their member, with device, language, start and last use', async () => {
    const device = { browser: 'Firefox', system: 'Windows' };
    const begun = now;
    const old = await one.sessions.start(20, device, 'de');
    const ended = await one.sessions.start(20);
    await one.sessions.start(21, device);
    await one.sessions.end(ended.session.id, 'logout');
    await pass(60 * 60 * 1000);
    const recent = await other.sessions.start(20);
    const unknown = { browser: null, system: null };
    const listed = (id: string, more: object) => ({
      id,
      device,
      language: 'de',
      startedAt: begun,
      lastUsedAt: begun,
      ...more,
    });
    const later = { device: unknown, language: null, startedAt: now, lastUsedAt: now };
    expect(await one.sessions.all(20)).toEqual([
      listed(recent.session.id, later),
      listed(old.session.id, {}),
    ]);
    await pass(60 * 60 * 1000);
    await other.sessions.find(old.token);
    await pass(5 * 60 * 1000);
    await other.sessions.find(old.token);
    const used = new Date(now.getTime() - 5 * 60 * 1000);
    expect((await one.sessions.all(20))[0]).toEqual(listed(old.session.id, { lastUsedAt: used }));
    await pass(sessionMs);
    expect(await one.sessions.all(20)).toEqual([]);
  });

  it('are listed once ended, with time and reason, the latest first', async () => {
    const device = { browser: 'Firefox', system: 'Windows' };
    const begun = now;
    const ended: string[] = [];
    for (const reason of ['logout', 'password_changed'] as const) {
      const { session } = await one.sessions.start(24, device, 'en');
      ended.unshift(session.id);
      await pass(day);
      await other.sessions.end(session.id, reason);
    }
    await one.sessions.start(24, device);
    expect(await one.sessions.ended(24)).toEqual([
      {
        ...{ device, language: 'en', id: ended[0], reason: 'password_changed', endedAt: now },
        ...{ startedAt: new Date(begun.getTime() + day), lastUsedAt: new Date(begun.getTime() + day) },
      },
      {
        ...{
          device,
          language: 'en',
          id: ended[1],
          reason: 'logout',
          endedAt: new Date(begun.getTime() + day),
        },
        ...{ startedAt: begun, lastUsedAt: begun },
      },
    ]);
    expect(await one.sessions.ended(25)).toEqual([]);
  });

  it('record proofs, at their start and later, on every process, for a limited time', async () => {
    const { session } = await one.sessions.start(26);
    const isFresh = () => other.sessions.isFresh(session.id, 5 * 60 * 1000);
    expect(await isFresh()).toBe(true);
    await pass(5 * 60 * 1000);
    expect(await isFresh()).toBe(false);
    expect(await one.sessions.prove(session.id)).toBe(true);
    expect(await isFresh()).toBe(true);
    await one.sessions.end(session.id, 'logout');
    expect([await isFresh(), await other.sessions.prove(session.id)]).toEqual([null, false]);
    expect(await one.sessions.isFresh('made up', 1000)).toBeNull();
  });

  it('end only if they belong to the given member', async () => {
    const { session, token } = await one.sessions.start(22);
    expect(await one.sessions.end(session.id, 'ended_elsewhere', 23)).toBe(false);
    expect(await one.sessions.find(token)).not.toBeNull();
    expect(await one.sessions.end(session.id, 'ended_elsewhere', 22)).toBe(true);
    expect(await one.sessions.find(token)).toBeNull();
  });

  it('are extended by use, and expire 30 days after the last one', async () => {
    const { token } = await one.sessions.start(14);
    await pass(29 * day);
    const slid = await one.sessions.find(token);
    expect(slid?.expiresAt).toEqual(new Date(now.getTime() + sessionMs));
    await pass(30 * day);
    expect(await one.sessions.find(token)).toBeNull();
    expect(await other.sessions.find(token)).toBeNull();
  });

  it('expire 90 days after the start, despite use', async () => {
    const { session, token } = await one.sessions.start(16);
    const end = new Date(now.getTime() + 90 * day);
    for (let days = 0; days < 80; days += 20) {
      await pass(20 * day);
      await one.sessions.find(token);
    }
    expect(await other.sessions.find(token)).toEqual({ ...session, expiresAt: end });
    expect((await one.sessions.all(16))[0]?.lastUsedAt).toEqual(now);
    await pass(10 * day);
    expect([await one.sessions.find(token), await other.sessions.find(token)]).toEqual([null, null]);
    expect(await one.sessions.prove(session.id)).toBe(false);
  });

  it('are limited to 50 of a member, and the least recently used ends everywhere', async () => {
    const neighbour = await one.sessions.start(18);
    const begun: string[] = [];
    for (let n = 0; n < 50; n += 1) {
      begun.push((await (n % 2 === 0 ? one : other).sessions.start(17)).token);
      await pass(1000);
    }
    await pass(10 * 60 * 1000);
    const [used = '', unused = '', ...others] = begun;
    await one.sessions.find(used);
    const reported = vi.fn();
    const stop = one.sessions.onEnded(reported);
    await other.sessions.start(17);
    await expect
      .poll(() => reported)
      .toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ userId: 17, reason: 'expired' }));
    stop();
    expect(await one.sessions.find(unused)).toBeNull();
    for (const token of [used, ...others, neighbour.token]) {
      expect(await one.sessions.find(token)).not.toBeNull();
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : other).sessions.start(17)));
    expect(await one.sessions.all(17)).toHaveLength(50);
  });

  describe('when swept', () => {
    let sessions: KeptSessions;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const logger = { ...silent, warn: vi.fn(), error: vi.fn() };
      const announcements = await listen({ connectionString: db.url, applicationName: 'a third', logger });
      sessions = createSessions({ pool: admin, announcements, logger });
      close = () => announcements.close();
    });
    afterAll(() => close());
    const idsOf = async (userId: number) =>
      (await admin.query('select id from vault.sessions where user_id = $1', [userId])).rows.length;

    it('notify of their expiry, and are kept for 90 days', async () => {
      const { session } = await sessions.start(15);
      const reported = vi.fn();
      other.sessions.onEnded(reported);
      await pass(sessionMs);
      await sessions.expire();
      const expired = expect.objectContaining({ sessionId: session.id, userId: 15, reason: 'expired' });
      await expect.poll(() => reported).toHaveBeenCalledWith(expired);
      await pass(90 * day - 1);
      await sessions.sweep();
      expect(await sessions.ended(15)).toEqual([
        expect.objectContaining({ id: session.id, reason: 'expired' }),
      ]);
      await pass(2);
      expect(await sessions.ended(15)).toEqual([]);
      await sessions.sweep();
      expect(await idsOf(15)).toBe(0);
    });

    it('are the latest 50 of a member, and those of the last day', async () => {
      for (let n = 0; n < 52; n += 1) await sessions.start(30);
      const neighbour = await sessions.start(31);
      await sessions.endAll(30, 'ended_elsewhere');
      await sessions.end(neighbour.session.id, 'logout');
      await sessions.sweep();
      expect([await idsOf(30), (await sessions.ended(30)).length]).toEqual([52, 50]);
      await pass(2 * day);
      const { session: latest } = await sessions.start(30);
      await sessions.end(latest.id, 'logout');
      await sessions.sweep();
      expect([await idsOf(30), await idsOf(31)]).toEqual([50, 1]);
      expect((await sessions.ended(30))[0]?.id).toBe(latest.id);
    });

    it('are deleted a day after their member was erased, and earlier ones at once', async () => {
      const { session: earlier } = await sessions.start(32);
      await sessions.end(earlier.id, 'logout');
      await pass(2 * day);
      await sessions.start(32);
      await sessions.forgetAll(32);
      expect(await idsOf(32)).toBe(1);
      await pass(day + 1);
      await sessions.sweep();
      expect(await idsOf(32)).toBe(0);
    });
  });

  it('does not trust its cache while it can’t listen, and then catches up', async () => {
    const { session, token } = await one.sessions.start(16);
    await one.sessions.find(token);
    const reported = vi.fn();
    one.sessions.onEnded(reported);
    // On a busy machine, one may just be reconnecting.
    await expect.poll(async () => (await admin.query(`select ${listeners}`)).rowCount).toBe(2);
    const { rowCount } = await admin.query(`select pg_terminate_backend(pid) ${listeners}`);
    expect(rowCount).toBe(2);
    // As another process would end it, but without any announcement.
    await admin.query('update vault.sessions set ended_at = $2, end_reason = $3 where id = $1', [
      session.id,
      now,
      'suspended',
    ]);
    await expect.poll(() => one.sessions.find(token)).toBeNull();
    const missed = expect.objectContaining({ sessionId: session.id, userId: 16, reason: 'suspended' });
    await expect.poll(() => reported).toHaveBeenCalledWith(missed);
  });

  it('asks for missed ends until it is answered, whatever it hears in between', async () => {
    const { session } = await one.sessions.start(17);
    const reported = vi.fn();
    one.sessions.onEnded(reported);
    // A cut connection is visible for a moment, although it no longer listens.
    const cutOff: number[] = [];
    const asking = `from pg_stat_activity where datname = current_database() and pid <> all($1)
      and wait_event_type = 'Lock' and query like '%vault.sessions where ended_at%'`;
    const payload = { kind: 'session-ended', origin: 'a third', sessionId: 'x', userId: 1, reason: 'logout' };
    const holding = await admin.connect();
    try {
      await holding.query('begin');
      await holding.query('update vault.sessions set ended_at = $2, end_reason = $3 where id = $1', [
        session.id,
        now,
        'suspended',
      ]);
      await holding.query('lock table vault.sessions in access exclusive mode');
      await admin.query(`select pg_terminate_backend(pid) ${listeners}`);
      // Both processes ask; twice the query is cut off, after another notice.
      for (let cut = 1; cut <= 2; cut += 1) {
        await expect.poll(async () => (await admin.query(`select ${asking}`, [cutOff])).rowCount).toBe(2);
        await pass(day);
        await admin.query('select pg_notify($1, $2)', [channel, JSON.stringify(payload)]);
        await expect.poll(() => reported).toHaveBeenCalledWith(expect.objectContaining({ sessionId: 'x' }));
        reported.mockClear();
        const cutting = `select pid, pg_terminate_backend(pid) ${asking}`;
        const { rows } = await admin.query<{ pid: number }>(cutting, [cutOff]);
        cutOff.push(...rows.map(({ pid }) => pid));
      }
      await holding.query('commit');
    } finally {
      holding.release(true);
    }
    const missed = expect.objectContaining({ sessionId: session.id, userId: 17, reason: 'suspended' });
    await expect.poll(() => reported).toHaveBeenCalledWith(missed);
  });

  describe('after a proved password', () => {
    let lastId = 100;
    async function proved() {
      lastId += 1;
      await one.passwords.setFirst(lastId, 'the old one');
      const proof = await one.passwords.prove(lastId, 'the old one');
      if (proof === null) throw new Error('It is another password');
      return proof;
    }
    const rowsOf = async ({ userId }: { readonly userId: number }) =>
      (await admin.query('select from vault.sessions where user_id = $1', [userId])).rowCount;

    it('start while it is the password', async () => {
      const proof = await proved();
      const started = await one.sessions.startProved(proof);
      expect(await other.sessions.find(started?.token ?? '')).toEqual(started?.session);
      expect(started?.session.userId).toBe(proof.userId);
    });

    it.each([
      ['another password was set', (proof: PasswordProof) => other.passwords.replace(proof, 'the new one')],
      ['the same was set again', (proof: PasswordProof) => other.passwords.replace(proof, 'the old one')],
      ['it was forgotten', ({ userId }: PasswordProof) => other.passwords.forget(userId)],
    ])('does not start once %s', async (_, change) => {
      const proof = await proved();
      await change(proof);
      expect(await one.sessions.startProved(proof)).toBeNull();
      expect(await rowsOf(proof)).toBe(0);
    });

    it('does not start with another member’s proof', async () => {
      const [proof, { userId }] = [await proved(), await proved()];
      expect(await one.sessions.startProved({ ...proof, userId })).toBeNull();
    });

    it('waits for a change that is under way', async () => {
      const proof = await proved();
      const changing = await admin.connect();
      await changing.query('begin');
      await changing.query(`update vault.passwords set hash = 'another' where user_id = $1`, [proof.userId]);
      const starting = one.sessions.startProved(proof);
      await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
      await changing.query('commit');
      changing.release();
      expect(await starting).toBeNull();
    });
  });
});
