import type { ChangeFrame } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { applyChanges, applyOwnRead, changeOf } from '../offline/apply.ts';
import { messageAt, newDatabase, ownerId, peerId } from '../offline/forSpecs.ts';
import { conversationKey, orderOf } from '../offline/keys.ts';
import { lookUp } from './lookUp.ts';
import type { NotifiedMessage } from './notified.ts';

const third = 3;
const notified = (position: number, senderId = peerId): NotifiedMessage => ({
  ...{ id: uuidv7(), senderId, position: String(position) },
});
const read = (peer: number, upTo: number): ChangeFrame => ({
  ...{ type: 'messages_read', readerId: ownerId, peerId: peer, upTo: String(upTo), position: '99' },
});

describe('a notified message', () => {
  it('is obsolete when its conversation was read that far, here or elsewhere', async () => {
    const db = newDatabase();
    const [seen, later, other] = [notified(5), notified(9), notified(6, third)];
    await applyChanges(db, [read(peerId, 7)], null);
    expect([...(await lookUp(db, [seen, later, other])).obsolete]).toEqual([seen.id]);
    await applyOwnRead(db, conversationKey(third), orderOf('6'), false);
    expect([...(await lookUp(db, [seen, later, other])).obsolete]).toEqual([seen.id, other.id]);
  });

  it('is obsolete when it was deleted, also before it was here, or with its sender', async () => {
    const db = newDatabase();
    const [deleted, ofDeleted] = [notified(5), notified(6, third)];
    const frames: ChangeFrame[] = [
      { type: 'message_deleted', id: deleted.id, position: '7' },
      { type: 'member_deleted', userId: third, position: '8' },
    ];
    await applyChanges(db, frames, null);
    expect([...(await lookUp(db, [deleted, ofDeleted])).obsolete]).toEqual([deleted.id, ofDeleted.id]);
  });

  it('is obsolete while its sender is blocked', async () => {
    const db = newDatabase();
    const message = notified(30);
    const changed = (isBlocked: boolean, position: string): ChangeFrame => ({
      ...{ type: 'contact_changed', memberId: peerId, isBlocked, position },
    });
    await applyChanges(db, [changed(true, '20')], null);
    expect([...(await lookUp(db, [message])).obsolete]).toEqual([message.id]);
    await applyChanges(db, [changed(false, '40')], null);
    expect((await lookUp(db, [message])).obsolete.size).toBe(0);
  });

  it('counts as unread once, whether it is here or not', async () => {
    const db = newDatabase();
    const here = messageAt(5, { senderId: peerId });
    await applyChanges(db, [changeOf(here)], null);
    expect((await lookUp(db, [{ ...here }, notified(6)])).unread).toBe(2);
  });
});
