import { randomBytes } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '../announcements/announcements.ts';
import { openVault, type SessionEnded, type Vault } from '../index.ts';
import { createSessions, sessionMs } from './sessions.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let admin: pg.Pool;
let now = new Date('2026-01-01T00:00:00Z');
const day = 24 * 60 * 60 * 1000;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  db = await freshDatabase();
  admin = new pg.Pool({ connectionString: db.url }).on('error', () => undefined);
  const options = { connectionString: db.url, masterKey: randomBytes(32), clock: () => now };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
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

  it('knows no made-up token, of whatever shape', async () => {
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

  it('answers from memory while nothing ends, and no more once it has ended elsewhere', async () => {
    const { session, token } = await one.sessions.start(8);
    await one.sessions.find(token);
    await admin.query('alter table vault.sessions rename to sessions_away');
    expect(await one.sessions.find(token)).toEqual(session);
    await admin.query('alter table vault.sessions_away rename to sessions');

    const heard: SessionEnded[] = [];
    const stop = one.sessions.onEnded((ended) => heard.push(ended));
    expect(await other.sessions.end(session.id, 'logout')).toBe(true);
    await expect.poll(() => one.sessions.find(token)).toBeNull();
    expect(heard).toEqual([expect.objectContaining({ sessionId: session.id, userId: 8, reason: 'logout' })]);
    stop();
  });

  it('is gone at once on the process that ended it, and ends once', async () => {
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

  it('slides while it is used, and expires 30 days after it was last used', async () => {
    const { token } = await one.sessions.start(14);
    pass(29 * day);
    const slid = await one.sessions.find(token);
    expect(slid?.expiresAt).toEqual(new Date(now.getTime() + sessionMs));
    pass(30 * day);
    expect(await one.sessions.find(token)).toBeNull();
    expect(await other.sessions.find(token)).toBeNull();
  });

  it('tells of sessions that expired, and forgets them a day later', async () => {
    const logger = { warn: vi.fn(), error: vi.fn() };
    const announcements = await listen({ connectionString: db.url, applicationName: 'a third', logger });
    const sessions = createSessions({ pool: admin, announcements, logger, clock: () => now });
    const { session } = await sessions.start(15);
    const told = vi.fn();
    other.sessions.onEnded(told);
    pass(sessionMs);
    await sessions.sweep();
    const expired = expect.objectContaining({ sessionId: session.id, userId: 15, reason: 'expired' });
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expired), { timeout: 60_000, interval: 20 });
    pass(2 * day);
    await sessions.sweep();
    const { rowCount } = await admin.query('select from vault.sessions where id = $1', [session.id]);
    expect(rowCount).toBe(0);
    await announcements.close();
  });

  it('trusts no memory while it cannot hear, and hears afterwards what it missed', async () => {
    const { session, token } = await one.sessions.start(16);
    await one.sessions.find(token);
    const told = vi.fn();
    one.sessions.onEnded(told);
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'pmcw-vault-listener%'`,
    );
    expect(rowCount).toBe(2);
    // As another process would end it; no announcement can reach anybody.
    await admin.query('update vault.sessions set ended_at = $2, end_reason = $3 where id = $1', [
      session.id,
      now,
      'suspended',
    ]);
    await expect.poll(() => one.sessions.find(token)).toBeNull();
    const missed = expect.objectContaining({ sessionId: session.id, userId: 16, reason: 'suspended' });
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(missed), { timeout: 60_000, interval: 20 });
  });
});
