import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges } from './apply.ts';
import { conversationOf, countUnread } from './conversations.ts';
import type { MemberDatabase } from './database.ts';
import { newDatabase } from './forSpecs.ts';
import { settleWish, wishSettings } from './ownSettings.ts';
import { shownSettings } from './settings.ts';

let db: MemberDatabase;
beforeEach(() => {
  db = newDatabase();
});
afterEach(() => db.delete());

const changed = (position: string, settings: { mutedUntil?: string | null; isMarkedUnread?: boolean }) =>
  ({ type: 'conversation_changed', peerId: 2, position, ...settings }) as const;
const shown = async () => shownSettings(await conversationOf(db, 'member:2'));
const wish = async () => (await conversationOf(db, 'member:2')).wish;

describe('settings of a conversation on the device', () => {
  it('are those of the latest change, in whatever order they arrive', async () => {
    const changes = [
      changed('10', { mutedUntil: 'always' }),
      changed('11', { isMarkedUnread: true }),
      changed('12', { mutedUntil: null }),
    ];
    for (const change of [...changes].reverse()) await applyChanges(db, [change], null);
    expect(await shown()).toEqual({ mutedUntil: null, isMarkedUnread: true });
  });

  it('show at once what the owner wishes, also after a reload, until the server has answered', async () => {
    await db.sync.put({ id: 'cursor', position: '40' });
    await wishSettings(db, 'member:2', { mutedUntil: 'always' });
    db.close();
    await db.open();
    expect(await shown()).toMatchObject({ mutedUntil: 'always' });
    expect(await wish()).toEqual({ mutedUntil: 'always', knownUpTo: '40' });
    const sent = { mutedUntil: 'always', knownUpTo: '40' };
    // Another device knew more and decided otherwise.
    await settleWish(db, 'member:2', sent, {
      mutedUntil: null,
      isMarkedUnread: false,
      deletedUpTo: null,
      position: '50',
    });
    expect(await shown()).toMatchObject({ mutedUntil: null });
    expect(await wish()).toBeNull();
  });

  it('keep what the owner wished while an earlier wish was sent', async () => {
    await wishSettings(db, 'member:2', { mutedUntil: 'always' });
    await wishSettings(db, 'member:2', { mutedUntil: null });
    const answer = { mutedUntil: 'always', isMarkedUnread: false, deletedUpTo: null, position: '50' };
    await settleWish(db, 'member:2', { mutedUntil: 'always', knownUpTo: '0' }, answer);
    expect(await shown()).toMatchObject({ mutedUntil: null });
  });

  it('leave muted conversations out of the count of unread messages, until the mute ends', async () => {
    const until = '2026-01-02T08:00:00.000Z';
    await wishSettings(db, 'member:2', { mutedUntil: until });
    await db.conversations.update('member:2', { unreadCount: 3 });
    expect(await countUnread(db, Date.parse(until) - 1)).toBe(0);
    expect(await countUnread(db, Date.parse(until))).toBe(3);
  });
});
