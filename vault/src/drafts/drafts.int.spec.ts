import { randomBytes } from 'node:crypto';
import { freshDatabase, stopVaultClock, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Draft, type DraftChanged, openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
beforeAll(async () => {
  db = await freshDatabase();
  const options = { connectionString: db.url, masterKey: randomBytes(32) };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await db.drop();
});

const phone = (userId: number) => ({ userId, sessionId: `phone of ${userId}` });
const draft = (text: string, revision = 0, conversation = 'global'): Draft => ({
  conversation,
  text,
  aside: [],
  revision,
});

describe('drafts', () => {
  it('are on every process, with a growing revision', async () => {
    expect(await one.drafts.put(phone(1), draft('he'), 9)).toEqual(draft('he', 1));
    expect(await other.drafts.put(phone(1), { ...draft('hello', 1), aside: ['bye'] }, 9)).toMatchObject({
      revision: 2,
    });
    expect(await one.drafts.all(1)).toEqual([{ ...draft('hello', 2), aside: ['bye'] }]);
    expect(await one.drafts.find(1, 'global')).toMatchObject({ text: 'hello' });
    expect(await one.drafts.find(2, 'global')).toBeNull();
  });

  it('are changed by the first process, and not from an older revision', async () => {
    await one.drafts.put(phone(3), draft('a'), 9);
    const puts = ['b', 'c', 'd'].map((text, i) =>
      [one, other][i % 2]?.drafts.put(phone(3), draft(text, 1), 9),
    );
    const answers = await Promise.all(puts);
    const taken = answers.filter((answer) => answer != null);
    expect(taken).toHaveLength(1);
    expect(await one.drafts.all(3)).toEqual(taken);
    // A device from before a restore knows a later revision than the server.
    expect(await one.drafts.put(phone(3), draft('mine', 41, '7'), 9)).toEqual(draft('mine', 42, '7'));
  });

  it('notify this process and others, with the session that changed them', async () => {
    const told: (DraftChanged & { by: string })[] = [];
    // Notices of earlier specs may still arrive.
    const hear = (by: string) => (changed: DraftChanged) => {
      if ([4, 5].includes(changed.userId)) told.push({ ...changed, by });
    };
    const stops = [one.drafts.onChanged(hear('one')), other.drafts.onChanged(hear('other'))];
    await one.drafts.put(phone(4), draft('news'), 9);
    await one.drafts.put(phone(4), draft('stale'), 9);
    await one.drafts.put(phone(5), draft('last'), 9);
    const of = (userId: number) => ({ ...phone(userId), conversation: 'global' });
    await expect.poll(() => told.filter(({ by }) => by === 'other')).toMatchObject([of(4), of(5)]);
    expect(told.filter(({ by }) => by === 'one')).toMatchObject([of(4), of(5)]);
    for (const stop of stops) stop();
  });

  it('are limited: emptied ones are dropped first, then the oldest', async () => {
    // At times of their own: the vault’s clock has whole milliseconds.
    const put = async (day: number, text: string, revision: number, to: string) => {
      await stopVaultClock(db.url, new Date(Date.UTC(2026, 0, day)));
      await one.drafts.put(phone(6), draft(text, revision, to), 3);
    };
    const kept = async () => (await one.drafts.all(6)).map(({ conversation }) => conversation);
    await put(1, 'to 11', 0, '11');
    await put(2, 'to 12', 0, '12');
    await put(3, 'to 13', 0, '13');
    await put(4, '', 1, '13');
    await put(5, 'to 14', 0, '14');
    expect(await kept()).toEqual(['14', '12', '11']);
    await put(6, 'to 15', 0, '15');
    expect(await kept()).toEqual(['15', '14', '12']);
  });

  it('are deleted with their member, including those of others to them', async () => {
    await one.drafts.put(phone(7), draft('from', 0, '8'), 9);
    await one.drafts.put(phone(8), draft('to', 0, '7'), 9);
    await one.drafts.put(phone(8), draft('to another', 0, '70'), 9);
    await one.forgetMember(7);
    expect(await one.drafts.all(7)).toEqual([]);
    expect((await one.drafts.all(8)).map(({ text }) => text)).toEqual(['to another']);
  });
});
