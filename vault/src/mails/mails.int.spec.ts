import { randomBytes } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewMail, openVault, type Vault } from '../index.ts';
import { createMails } from './mails.ts';

let db: TestDatabase;
let admin: pg.Pool;
let one: Vault;
let other: Vault;
let now = new Date('2026-01-01T00:00:00Z');
const clock = () => now;
const minute = 60_000;
const hour = 60 * minute;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  db = await freshDatabase();
  admin = new pg.Pool({ connectionString: db.url });
  // Postgres cuts off what is still there when a spec's database is dropped.
  admin.on('error', () => undefined);
  const options = { connectionString: db.url, masterKey: randomBytes(32), clock };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
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
/** Ends whatever waits, so that a spec finds its own only. */
async function nothingWaits(): Promise<void> {
  pass(hour);
  for (const { id } of await one.mails.take(1_000, minute)) await one.mails.done(id);
  expect(await one.mails.waiting()).toBe(0);
}

describe('a mail', () => {
  it('is queued once by what it is about, on any process, also when it is done', async () => {
    await nothingWaits();
    const queued = mail({ facts: { walletId: 'w' }, language: 'de' });
    const answers = await Promise.all([one, other, one].map(({ mails }) => mails.queue(queued)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await other.mails.take(10, minute)).toEqual([{ ...queued, createdAt: now, tries: 1 }]);
    await other.mails.done(queued.id);
    expect(await one.mails.queue(queued)).toBe(false);
    pass(hour);
    expect(await one.mails.take(10, minute)).toEqual([]);
  });

  it('is given to one of many who take at once, and to nobody else before its time is over', async () => {
    await nothingWaits();
    const ids = Array.from({ length: 20 }, () => mail());
    for (const each of ids) await one.mails.queue(each);
    const takes = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? one : other).mails.take(5, minute));
    const taken = (await Promise.all(takes)).flat().map(({ id }) => id);
    expect(taken.toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
    pass(minute - 1);
    expect(await one.mails.take(50, minute)).toEqual([]);
    pass(1);
    const again = await other.mails.take(50, minute);
    expect(again.map(({ tries }) => tries)).toEqual(ids.map(() => 2));
  });

  it('that is put back comes when it is due, the one that waits longest first', async () => {
    await nothingWaits();
    const [early, late] = [mail(), mail()];
    for (const each of [early, late]) await one.mails.queue(each);
    await one.mails.take(2, minute);
    await one.mails.putBack(late.id, new Date(now.getTime() + 10 * minute));
    await one.mails.putBack(early.id, new Date(now.getTime() + 5 * minute));
    expect(await other.mails.waiting()).toBe(2);
    pass(5 * minute - 1);
    expect(await other.mails.take(10, minute)).toEqual([]);
    pass(5 * minute + 1);
    expect((await other.mails.take(1, minute)).map(({ id }) => id)).toEqual([early.id]);
    expect((await other.mails.take(1, minute)).map(({ id }) => id)).toEqual([late.id]);
  });

  it('that is done stays so, though its process puts it back late', async () => {
    await nothingWaits();
    const queued = mail();
    await one.mails.queue(queued);
    await one.mails.take(1, minute);
    await one.mails.done(queued.id);
    await other.mails.putBack(queued.id, now);
    expect(await one.mails.take(10, minute)).toEqual([]);
  });

  it('is left out when its member has had too many within an hour, whatever became of those', async () => {
    await nothingWaits();
    const to = (userId: number) => one.mails.queue(mail({ userId }), 3);
    expect([await to(21), await to(21), await to(21), await to(21)]).toEqual([true, true, true, false]);
    expect(await to(22)).toBe(true);
    expect(await one.mails.queue(mail({ userId: 21 }))).toBe(true);
    pass(hour);
    expect(await to(21)).toBe(true);
  });

  it('is known for a day, and then forgotten; one that nobody sends for two', async () => {
    await nothingWaits();
    const own = createMails(admin, clock);
    const [sent, kept] = [mail(), mail()];
    for (const each of [sent, kept]) await own.queue(each);
    await own.done(sent.id);
    pass(25 * hour - 1);
    await own.sweep();
    expect(await own.queue(sent)).toBe(false);
    pass(1);
    await own.sweep();
    expect(await own.queue(sent)).toBe(true);
    expect(await own.queue(kept)).toBe(false);
    pass(24 * hour);
    await own.sweep();
    expect(await own.queue(kept)).toBe(true);
  });

  it('goes with its member, also one that is being sent, and none is queued for them afterwards', async () => {
    await nothingWaits();
    await one.subjectKeys.keysOf([31], true);
    const [waiting, taken] = [mail({ userId: 31 }), mail({ userId: 31 })];
    await one.mails.queue(taken);
    await one.mails.take(1, minute);
    await one.mails.queue(waiting);
    await other.forgetMember(31);
    await one.mails.putBack(taken.id, now);
    expect(await one.mails.queue(mail({ userId: 31 }))).toBe(false);
    const { rowCount } = await admin.query('select from vault.mails where user_id = 31');
    expect(rowCount).toBe(0);
  });
});

describe('the language of a member', () => {
  it('is that of their latest session of which it is known, over or not, and goes with them', async () => {
    expect(await one.mails.languageOf(41)).toBeNull();
    await one.subjectKeys.keysOf([41], true);
    await one.sessions.start(41, undefined, 'en');
    pass(minute);
    const { session } = await one.sessions.start(41, undefined, 'de');
    pass(minute);
    await one.sessions.start(41);
    await one.sessions.end(session.id, 'logout');
    expect(await other.mails.languageOf(41)).toBe('de');
    await one.forgetMember(41);
    expect(await other.mails.languageOf(41)).toBeNull();
  });

  it('is noted at a sign-in with a password', async () => {
    await one.passwords.setFirst(42, 'correct horse');
    const proof = await one.passwords.prove(42, 'correct horse');
    if (proof === null) throw new Error('the password is right');
    expect(await one.sessions.startProved(proof, undefined, 'de')).not.toBeNull();
    expect(await other.mails.languageOf(42)).toBe('de');
  });
});
