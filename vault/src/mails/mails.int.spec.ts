import { randomBytes } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewMail, openVault, type Vault } from '../index.ts';
import { createMails } from './mails.ts';

let db: TestDatabase;
let admin: pg.Pool;
let one: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
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

let lastId = 0;
const mail = (more: Partial<NewMail> = {}): NewMail => {
  lastId += 1;
  return { id: `mail ${lastId}`, userId: 7, kind: 'wallet_added', facts: {}, language: null, ...more };
};
/** Empties the queue, so that a spec finds only its own mails. */
async function nothingWaits(): Promise<void> {
  await pass(hour);
  for (const { id } of await one.mails.take(1_000, minute)) await one.mails.done(id);
  expect(await one.mails.waiting()).toBe(0);
}

describe('a mail', () => {
  it('is queued once by its id, on any process, even when done', async () => {
    await nothingWaits();
    const queued = mail({ facts: { walletId: 'w' }, language: 'de' });
    const answers = await Promise.all([one, other, one].map(({ mails }) => mails.queue(queued)));
    expect(answers.toSorted()).toEqual(['left_out', 'left_out', 'queued']);
    expect(await other.mails.take(10, minute)).toEqual([{ ...queued, createdAt: now, ageMs: 0, tries: 1 }]);
    await other.mails.done(queued.id);
    expect(await one.mails.queue(queued)).toBe('left_out');
    await pass(hour);
    expect(await one.mails.take(10, minute)).toEqual([]);
  });

  it('is leased to one of many processes, and to no other before the lease expires', async () => {
    await nothingWaits();
    const ids = Array.from({ length: 20 }, () => mail());
    for (const each of ids) await one.mails.queue(each);
    const takes = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? one : other).mails.take(5, minute));
    const taken = (await Promise.all(takes)).flat().map(({ id }) => id);
    expect(taken.toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
    await pass(minute - 1);
    expect(await one.mails.take(50, minute)).toEqual([]);
    await pass(1);
    const again = await other.mails.take(50, minute);
    expect(again.map(({ tries }) => tries)).toEqual(ids.map(() => 2));
  });

  it('that was returned is due after its pause, the longest waiting first', async () => {
    await nothingWaits();
    const [early, late] = [mail(), mail()];
    for (const each of [early, late]) await one.mails.queue(each);
    await one.mails.take(2, minute);
    await one.mails.putBack(late.id, 10 * minute);
    await one.mails.putBack(early.id, 5 * minute);
    expect(await other.mails.waiting()).toBe(2);
    await pass(5 * minute - 1);
    expect(await other.mails.take(10, minute)).toEqual([]);
    await pass(5 * minute + 1);
    expect((await other.mails.take(1, minute)).map(({ id }) => id)).toEqual([early.id]);
    expect((await other.mails.take(1, minute)).map(({ id }) => id)).toEqual([late.id]);
  });

  it('that is done stays so, even if its process returns it late', async () => {
    await nothingWaits();
    const queued = mail();
    await one.mails.queue(queued);
    await one.mails.take(1, minute);
    await one.mails.done(queued.id);
    await other.mails.putBack(queued.id, 0);
    expect(await one.mails.take(10, minute)).toEqual([]);
  });

  it('exceeds the budget after too many of those kinds within an hour, whatever their outcome', async () => {
    await nothingWaits();
    const budget = { kinds: ['wallet_added', 'other'], mostAnHour: 3 };
    const to = (userId: number, kind = 'wallet_added') => one.mails.queue(mail({ userId, kind }), budget);
    const first = [await to(21), await to(21, 'other'), await to(21)];
    expect(first).toEqual(['queued', 'queued', 'queued']);
    const over = mail({ userId: 21 });
    expect([await one.mails.queue(over, budget), await to(21, 'other')]).toEqual([
      'over_budget',
      'over_budget',
    ]);
    expect(await to(22)).toBe('queued');
    expect(await one.mails.queue(over)).toBe('queued');
    // A known mail does not exceed it.
    expect(await one.mails.queue(over, budget)).toBe('left_out');
    await pass(hour);
    expect(await to(21)).toBe('queued');
  });

  it('of other kinds does not use a budget', async () => {
    await nothingWaits();
    for (let n = 0; n < 20; n += 1) await one.mails.queue(mail({ userId: 23, kind: 'list_changes' }));
    const budget = { kinds: ['passkey_added'], mostAnHour: 1 };
    expect(await one.mails.queue(mail({ userId: 23, kind: 'passkey_added' }), budget)).toBe('queued');
  });

  it('that is collected waits for more, has each position once, and is followed by a new one once taken', async () => {
    await nothingWaits();
    const collect = (position: bigint, at = one, userId = 24) =>
      at.mails.collect(
        { ...mail({ userId }), kind: 'list_changes', id: `at ${position}` },
        position,
        5 * minute,
      );
    const factsTaken = async () => (await one.mails.take(10, minute)).map(({ facts }) => facts);
    expect([await collect(9n), await collect(10n, other), await collect(11n)]).toEqual([true, false, false]);
    // Found again by another process.
    expect([await collect(9n), await collect(10n, other)]).toEqual([false, false]);
    expect(await collect(10n, one, 25)).toBe(true);
    await pass(5 * minute - 1);
    expect(await factsTaken()).toEqual([]);
    await pass(1);
    const taken = await factsTaken();
    expect(taken).toEqual([
      { from: '9', upTo: '11' },
      { from: '10', upTo: '10' },
    ]);
    expect([await collect(11n), await collect(12n, other)]).toEqual([false, true]);
    await one.mails.done('at 9');
    expect([await collect(9n), await collect(11n), await collect(100n)]).toEqual([false, false, false]);
    await pass(5 * minute);
    expect(await factsTaken()).toContainEqual({ from: '12', upTo: '100' });
  });

  it('is collected once, however many processes find it at the same moment', async () => {
    await nothingWaits();
    const members = Array.from({ length: 10 }, (_, n) => 300 + n);
    for (let position = 1n; position <= 5n; position += 1n) {
      const found = members.flatMap((userId) => {
        const collected = mail({ userId, kind: 'list_changes' });
        return [one, other, one, other].map((at) => at.mails.collect(collected, position, minute));
      });
      await Promise.all(found);
    }
    expect(await one.mails.waiting()).toBe(members.length);
  });

  it('is remembered for a day, then deleted; an unsent one for two', async () => {
    await nothingWaits();
    const own = createMails(admin);
    const [sent, kept] = [mail(), mail()];
    for (const each of [sent, kept]) await own.queue(each);
    await own.done(sent.id);
    await pass(25 * hour - 1);
    await own.sweep();
    expect(await own.queue(sent)).toBe('left_out');
    await pass(1);
    await own.sweep();
    expect(await own.queue(sent)).toBe('queued');
    expect(await own.queue(kept)).toBe('left_out');
    await pass(24 * hour);
    await own.sweep();
    expect(await own.queue(kept)).toBe('queued');
  });

  it('is deleted with its member, even while being sent, and none is queued later', async () => {
    await nothingWaits();
    await one.subjectKeys.keysOf([31], true);
    const [waiting, taken] = [mail({ userId: 31 }), mail({ userId: 31 })];
    await one.mails.queue(taken);
    await one.mails.take(1, minute);
    await one.mails.queue(waiting);
    await other.forgetMember(31);
    await one.mails.putBack(taken.id, 0);
    expect(await one.mails.queue(mail({ userId: 31 }))).toBe('left_out');
    expect(await one.mails.collect(mail({ userId: 31 }), 1n, minute)).toBe(false);
    const { rowCount } = await admin.query('select from vault.mails where user_id = 31');
    expect(rowCount).toBe(0);
  });
});

describe('the language of a member', () => {
  it('is the last known one of their sessions, including ended ones, and is deleted with them', async () => {
    expect(await one.mails.languageOf(41)).toBeNull();
    await one.subjectKeys.keysOf([41], true);
    await one.sessions.start(41, undefined, 'en');
    await pass(minute);
    const { session } = await one.sessions.start(41, undefined, 'de');
    await pass(minute);
    await one.sessions.start(41);
    await one.sessions.end(session.id, 'logout');
    expect(await other.mails.languageOf(41)).toBe('de');
    await one.forgetMember(41);
    expect(await other.mails.languageOf(41)).toBeNull();
  });

  it('is recorded at a sign-in with a password', async () => {
    await one.passwords.setFirst(42, 'correct horse');
    const proof = await one.passwords.prove(42, 'correct horse');
    if (proof === null) throw new Error('the password is right');
    expect(await one.sessions.startProved(proof, undefined, 'de')).not.toBeNull();
    expect(await other.mails.languageOf(42)).toBe('de');
  });
});
