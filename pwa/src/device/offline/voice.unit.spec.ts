import 'fake-indexeddb/auto';
import type { Message } from '@pmcw/contracts';
import Dexie from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, applyDeletion } from './apply.ts';
import { MemberDatabase, type Recording } from './database.ts';
import { forgetLog } from './forget.ts';
import { applyMessages, messageAt, newDatabase, peerId } from './forSpecs.ts';
import { type ConversationKey, firstOrder } from './keys.ts';
import { cancelMessage, editMessage } from './outbox/cancelling.ts';
import { claimNext, endClaim, requeueInterrupted, retryMessage } from './outbox/claims.ts';
import { enqueue } from './outbox/queue.ts';
import { defaultSettings } from './settings.ts';
import { databaseName } from './stores.ts';

const lane: ConversationKey = `member:${peerId}`;
const now = 1_700_000_000_000;

let db: MemberDatabase;
beforeEach(() => {
  db = newDatabase();
});
afterEach(() => db.delete());

const recording = (loud = 50): Recording => ({
  bytes: Uint8Array.of(1, 2, 3, loud).buffer,
  mediaType: 'audio/webm;codecs=opus',
  seconds: 4.2,
  peaks: [loud, 100],
});
const record = (loud?: number) => db.recordings.put({ id: lane, ...recording(loud) });
const send = (text = '', id = uuidv7()) => enqueue(db, { conversation: lane, id, text }, now);
const soundOf = async (id: string) => {
  const row = await db.recordings.get(id);
  return row === undefined ? null : [...new Uint8Array(row.bytes)];
};
/** The message as stored by the server. */
const accepted = (id: string, content = ''): Message =>
  messageAt(7, { id, content, messageType: 'voice', voiceUrl: '/media/abc', voiceSeconds: 4.18 });

describe('sending a recording', () => {
  it('takes it out of the composer, and shows it in the thread with its sound on the device', async () => {
    await record();
    const id = await send('with a word');
    expect(await soundOf(lane)).toBeNull();
    expect(await soundOf(id)).toEqual([1, 2, 3, 50]);
    expect(await db.outbox.toArray()).toMatchObject([{ id, messageType: 'voice', content: 'with a word' }]);
    const voice = { url: null, seconds: 4.2, peaks: [50, 100] };
    expect(await db.messages.get(id)).toMatchObject({ content: 'with a word', voice });
    expect((await db.conversations.get(lane))?.lastMessage?.voice).toEqual(voice);
  });

  it('sends it once, however often the button is pressed', async () => {
    await record();
    const id = uuidv7();
    await Promise.all([send('', id), send('', id), send()]);
    expect((await db.outbox.toArray()).map((row) => row.id)).toEqual([id]);
    expect(await db.recordings.count()).toBe(1);
  });

  it('sends nothing without content, and text without a recording as text', async () => {
    await send();
    expect(await db.outbox.count()).toBe(0);
    await send('hello');
    expect(await db.outbox.toArray()).toMatchObject([{ messageType: 'text' }]);
    expect((await db.messages.toArray())[0]?.voice).toBeNull();
  });

  it('makes two messages of a draft that two tabs sent with a recording each', async () => {
    const id = uuidv7();
    await record(10);
    await send('same', id);
    await record(20);
    const second = await send('same', id);
    expect(second).not.toBe(id);
    expect([await soundOf(id), await soundOf(second)]).toEqual([
      [1, 2, 3, 10],
      [1, 2, 3, 20],
    ]);
  });

  it('is one transaction: on a full device, text and recording stay in the composer', async () => {
    await record();
    await db.drafts.put({ conversation: lane, id: 'draft', text: 'a word' });
    db.outbox.hook('creating', () => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await expect(send('a word')).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await soundOf(lane)).toEqual([1, 2, 3, 50]);
    expect(await db.drafts.get(lane)).toMatchObject({ text: 'a word' });
    expect([await db.outbox.count(), await db.messages.count(), await db.recordings.count()]).toEqual([
      0, 0, 1,
    ]);
  });
});

describe('a recording being sent', () => {
  it('survives a browser restart during an attempt, with the same id and bytes', async () => {
    await record();
    const id = await send();
    await claimNext(db, lane, now);
    db.close();
    db = new MemberDatabase(db.owner);
    await requeueInterrupted(db);
    const next = await claimNext(db, lane, now);
    expect(next).toMatchObject({ kind: 'send', rows: [{ id, messageType: 'voice' }] });
    expect(await soundOf(id)).toEqual([1, 2, 3, 50]);
  });

  it('leaves the device when the server has it; its waveform stays', async () => {
    await record();
    const id = await send();
    await applyMessages(db, [accepted(id)]);
    expect([await db.recordings.count(), await db.outbox.count()]).toEqual([0, 0]);
    const voice = { url: '/media/abc?min-position=7', seconds: 4.18, peaks: [50, 100] };
    expect((await db.messages.get(id))?.voice).toEqual(voice);
    expect((await db.conversations.get(lane))?.lastMessage?.voice).toEqual(voice);
  });

  it('fails with its reason, is retried with the same id, or canceled with its sound', async () => {
    await record();
    const id = await send();
    const next = await claimNext(db, lane, now);
    const [row] = next.kind === 'send' ? next.rows : [];
    if (next.kind !== 'send' || row === undefined) throw new Error('Nothing to send');
    const refusal = {
      state: 'failed',
      code: 'too_large',
      detail: 'A recording can be at most 2 MB.',
    } as const;
    await endClaim(db, row, next.attempt, refusal, false);
    expect((await db.outbox.get(row.seq))?.delivery).toEqual(refusal);
    await editMessage(db, id);
    expect(await db.outbox.count()).toBe(1);
    expect(await db.drafts.count()).toBe(0);
    await retryMessage(db, id);
    expect(await claimNext(db, lane, now)).toMatchObject({ kind: 'send', rows: [{ id }] });
    await requeueInterrupted(db);
    await cancelMessage(db, id);
    expect([await db.recordings.count(), await db.messages.count()]).toEqual([0, 0]);
  });

  it('is removed when deleted on the server, and does not reappear', async () => {
    await record();
    const id = await send();
    await applyDeletion(db, id);
    expect(await soundOf(id)).toBeNull();
    await applyMessages(db, [accepted(id)]);
    expect(await db.messages.get(id)).toBeUndefined();
  });

  it('in the composer is removed with its recipient, but stays while unsent', async () => {
    await record();
    const id = await send();
    await record();
    await db.recordings.put({ id: 'global', ...recording() });
    await applyChanges(db, [{ type: 'member_deleted', userId: peerId, position: '9' }], null);
    expect((await db.recordings.toArray()).map((each) => each.id).sort()).toEqual([id, 'global']);
    await cancelMessage(db, id);
    expect((await db.recordings.toArray()).map((each) => each.id)).toEqual(['global']);
  });

  it('stays when the server has another log', async () => {
    await record();
    const id = await send();
    await record(20);
    await forgetLog(db);
    expect(await soundOf(id)).toEqual([1, 2, 3, 50]);
    expect(await soundOf(lane)).toEqual([1, 2, 3, 20]);
    expect((await db.messages.get(id))?.voice?.url).toBeNull();
  });

  it('is invisible to other members of the same browser', async () => {
    await record();
    await send();
    const other = new MemberDatabase({ id: peerId, createdAt: db.owner.createdAt });
    expect([await other.recordings.count(), await other.outbox.count()]).toEqual([0, 0]);
    await other.delete();
  });
});

describe('a device with messages from before recordings', () => {
  it("keeps drafts and outbox, and fetches the server's messages again", async () => {
    const owner = { id: 1, createdAt: `v1-${uuidv7()}` };
    const old = new Dexie(databaseName(owner));
    old.version(1).stores({
      messages: 'id, [conversation+order]',
      deletions: 'id',
      members: 'id',
      conversations: 'key',
      drafts: 'conversation',
      outbox: '++seq, &id, lane, [lane+seq], delivery.state',
      sync: 'id',
    });
    const waiting = {
      id: 'w',
      conversation: lane,
      order: '~1',
      senderId: 1,
      content: 'waits',
      createdAt: '',
    };
    const marks = { readUpTo: '5', toldUpTo: '5', peerReadUpTo: '3', counted: { unread: 1, upTo: '6' } };
    await old.table('messages').put(waiting);
    await old
      .table('outbox')
      .add({ id: 'w', lane, content: 'waits', attempts: 2, delivery: { state: 'queued' } });
    await old.table('drafts').put({ conversation: lane, id: 'd', text: 'begun' });
    await old.table('conversations').put({
      ...{ key: lane, ...marks, unreadCount: 1, lastMessage: waiting, history: { from: '0', older: null } },
    });
    const member = { id: peerId, username: 'p', fullName: 'P', avatarUrl: null };
    await old.table('members').put(member);
    await old.table('sync').put({ id: 'cursor', position: '9' });
    old.close();

    const upgraded = new MemberDatabase(owner);
    expect(await upgraded.messages.toArray()).toEqual([{ ...waiting, voice: null }]);
    expect(await upgraded.outbox.toArray()).toMatchObject([
      { id: 'w', task: 'send', messageType: 'text', attempts: 2 },
    ]);
    expect(await upgraded.drafts.get(lane)).toMatchObject({ text: 'begun' });
    expect(await upgraded.conversations.get(lane)).toEqual({
      settings: defaultSettings,
      wish: null,
      isRequest: null,
      deletedUpTo: firstOrder,
      ...{ key: lane, ...marks, unreadCount: 1, lastMessage: { ...waiting, voice: null }, history: null },
      ...{ member, lastSender: null, place: [0, -1] },
    });
    expect(await upgraded.sync.count()).toBe(0);
    expect(await claimNext(upgraded, lane, now)).toMatchObject({
      kind: 'send',
      rows: [{ messageType: 'text' }],
    });
    await upgraded.delete();
  });
});
