import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accountOf,
  type Claim,
  type NewPasskey,
  openVault,
  SubjectErasedError,
  type Vault,
} from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let admin: pg.Pool;
let now = new Date('2026-01-01T00:00:00Z');
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

const image = { bytes: randomBytes(100), mediaType: 'image/webp' };
const place = (subject: number) => ({ subject, eventId: randomUUID(), field: 'bio', plaintext: 'me' });
const passkey = (userId: number): NewPasskey => ({
  ...{ id: randomUUID(), userId, credentialId: randomBytes(16).toString('base64url'), name: 'My phone' },
  ...{ publicKey: Uint8Array.from([1]), counter: 0, transports: ['internal'], isBackedUp: true },
});
const accountOfProvider = (userId: number) => ({ issuer: 'https://id.example', subject: `of ${userId}` });
let lastId = 100;

/** A member with data in every part. */
async function member() {
  lastId += 1;
  const id = lastId;
  const claims: Claim[] = [
    { kind: 'username', value: `name_${id}` },
    { kind: 'email', value: `${id}@example.org` },
    { kind: 'wallet', value: `wallet of ${id}` },
  ];
  await one.sealer.seal([place(id)]);
  await one.claims.take(id, claims);
  await one.claims.confirm(id, claims.slice(1));
  await one.passwords.setFirst(id, 'correct horse');
  await one.passkeys.add(passkey(id));
  await one.openidLinks.keep({ id: randomUUID(), userId: id }, accountOfProvider(id));
  await one.signInAttempts.admit(accountOf(id));
  const { hash } = await one.media.begin(id, 'avatar', image);
  const { token: link } = await one.resetLinks.issue(id);
  const { nonce } = await one.challenges.issue('prove-wallet', id, { walletId: 'w' });
  await one.mails.queue({ id: `of ${id}`, userId: id, kind: 'wallet_added', facts: {}, language: null });
  const device = { browser: 'Firefox', system: 'Windows' };
  const { token, session } = await one.sessions.start(id, device);
  const earlier = await one.sessions.start(id, device);
  await one.sessions.end(earlier.session.id, 'logout');
  const draft = { conversation: 'global', text: 'half a thought', aside: [], revision: 0 };
  await one.drafts.put({ userId: id, sessionId: session.id }, draft, 9);
  return { id, claims, hash, link, nonce, token };
}

/** Tables with a row of the member. */
async function tablesOf(id: number): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; owner: string }>(
    `select table_name as name, column_name as owner from information_schema.columns
      where table_schema = 'vault' and column_name in ('user_id', 'owner_id', 'subject') order by 1`,
  );
  const found: string[] = [];
  for (const { name, owner } of rows) {
    const { rowCount } = await admin.query(`select from vault.${name} where ${owner} = $1`, [id]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

describe('forgetting a member', () => {
  it('leaves only the retired name, the destroyed key’s row and ended sessions', async () => {
    const { id, claims, token, link, nonce, hash } = await member();
    const neighbour = await member();
    expect(await tablesOf(id)).toEqual([
      ...[
        'challenges',
        'claims',
        'drafts',
        'mails',
        'media',
        'openid_links',
        'passkeys',
        'passwords',
        'reset_links',
        'sessions',
        'subject_keys',
      ],
    ]);
    const reported: unknown[] = [];
    const stop = other.sessions.onEnded(({ userId, reason }) => reported.push({ userId, reason }));
    await one.forgetMember(id);
    await expect.poll(() => reported).toEqual([{ userId: id, reason: 'deleted' }]);
    stop();
    expect(await tablesOf(id)).toEqual(['claims', 'sessions', 'subject_keys']);
    expect(await Promise.all(claims.map((claim) => one.claims.holder(claim)))).toEqual([id, null, null]);
    expect(await other.sessions.find(token)).toBeNull();
    expect(await other.sessions.all(id)).toEqual([]);
    const { rows } = await admin.query(
      'select browser, system, end_reason as reason from vault.sessions where user_id = $1',
      [id],
    );
    const nothing = { browser: null, system: null, reason: 'deleted' };
    expect(rows).toEqual([nothing, nothing]);
    expect(await one.resetLinks.find(link)).toBeNull();
    expect(await one.challenges.find('prove-wallet', nonce)).toBeNull();
    expect(await one.passwords.verify(id, 'correct horse')).toBe(false);
    await expect(other.sealer.seal([place(id)])).rejects.toThrow(SubjectErasedError);
    // Another member’s copy of the same image stays.
    expect(await one.media.describe(hash ?? '')).not.toBeNull();
    expect(await one.passwords.verify(neighbour.id, 'correct horse')).toBe(true);
  });

  it('is idempotent, also for an unknown member', async () => {
    const { id } = await member();
    await one.forgetMember(id);
    const before = await tablesOf(id);
    await other.forgetMember(id);
    await one.forgetMember(9_999);
    expect(await tablesOf(id)).toEqual(before);
  });

  it('retires the username permanently, even if it was never confirmed', async () => {
    const { id, claims } = await member();
    await one.forgetMember(id);
    now = new Date(now.getTime() + 3_600_000);
    await stopVaultClock(db.url, now);
    expect(await one.claims.take(1_000_000, claims.slice(0, 1))).toEqual(claims[0]);
    expect(await one.claims.take(1_000_000, claims.slice(1))).toBeNull();
  });

  it('stores nothing for them later', async () => {
    const { id, claims } = await member();
    await one.forgetMember(id);
    const before = await tablesOf(id);
    await one.passwords.setFirst(id, 'another one');
    await expect(other.media.begin(id, 'avatar', image)).rejects.toThrow(SubjectErasedError);
    expect(await one.passkeys.add(passkey(id))).toBe(false);
    const link = { id: randomUUID(), userId: id };
    expect(await one.openidLinks.keep(link, accountOfProvider(id))).toBe(false);
    await one.resetLinks.issue(id);
    await one.challenges.issue('prove-wallet', id, {});
    await one.mails.queue({ id: `late ${id}`, userId: id, kind: 'x', facts: {}, language: null });
    const draft = { conversation: 'global', text: 'late', aside: [], revision: 0 };
    expect(await other.drafts.put({ userId: id, sessionId: 's' }, draft, 9)).toBeNull();
    const { token } = await one.sessions.start(id);
    await one.claims.confirm(id, claims);
    expect(await one.claims.take(id, claims.slice(1))).not.toBeNull();
    expect(await one.sessions.find(token)).toBeNull();
    expect(await tablesOf(id)).toEqual(before);
    expect(await one.claims.holder({ kind: 'email', value: `${id}@example.org` })).toBeNull();
  });

  it('waits for a concurrent write, and then deletes it', async () => {
    const { id } = await member();
    const storing = await admin.connect();
    await storing.query('begin');
    await storing.query(
      `insert into vault.passwords values ($1, 'x', now()) on conflict (user_id) do update set hash = 'x'`,
      [id],
    );
    const forgetting = one.forgetMember(id);
    await expect
      .poll(async () => {
        const { rowCount } = await admin.query(
          `select from pg_stat_activity where application_name = 'pmcw-vault' and wait_event_type = 'Lock'
             and datname = current_database()`,
        );
        return rowCount;
      })
      .toBe(1);
    await storing.query('commit');
    storing.release();
    await forgetting;
    expect(await tablesOf(id)).toEqual(['claims', 'sessions', 'subject_keys']);
  });
});

describe('an erasure that is intended', () => {
  it('is on every process until settled, and a newer one outlives the settling of an older', async () => {
    const first = await one.erasures.intend(7);
    expect(await other.erasures.unfinished()).toEqual([first]);
    expect(first).toEqual({ userId: 7, intendedAt: now, ageMs: 0 });
    now = new Date(now.getTime() + 1000);
    await stopVaultClock(db.url, now);
    await one.erasures.intend(7);
    await other.erasures.settle(first);
    expect(await one.erasures.unfinished()).toEqual([{ userId: 7, intendedAt: now, ageMs: 0 }]);
    await other.erasures.settle({ userId: 7, intendedAt: now, ageMs: 0 });
    expect(await one.erasures.unfinished()).toEqual([]);
  });
});
