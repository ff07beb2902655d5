import 'fake-indexeddb/auto';
import type { Message } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseContact, settleContact } from './blocks.ts';
import { MemberDatabase, type OutboxRow } from './database.ts';
import { erase } from './erase.ts';
import {
  applyMessages,
  hurriedClock,
  ManualClock,
  messageAt,
  newDatabase,
  oneByOne,
  peerId,
  SharedLock,
} from './forSpecs.ts';
import { discardAll, keepUnsent, sendAll, unsentIn } from './leaving.ts';
import { isOutboxIdle } from './outbox/idle.ts';
import type { SendOutcome } from './outbox/outcome.ts';
import { enqueue } from './outbox/queue.ts';
import { OutboxWorker } from './outbox/worker.ts';
import { Writer } from './writer.ts';

const sound = { bytes: new ArrayBuffer(4), mediaType: 'audio/webm', seconds: 1, peaks: [] } as const;
const passing: SendOutcome = { kind: 'passing', waitingFor: 'network' };
const refused: SendOutcome = { kind: 'refused', code: 'not_found', detail: 'No such member.' };
const never = new AbortController().signal;

let db: MemberDatabase;
let clock: ManualClock;
let worker: OutboxWorker | null;

beforeEach(() => {
  db = newDatabase();
  clock = new ManualClock();
  worker = null;
});
afterEach(async () => {
  worker?.stop();
  await db.delete();
});

const queueText = (text: string, conversation: 'global' | `member:${number}` = 'member:2') =>
  enqueue(db, { conversation, id: uuidv7(), text }, clock.now());

/** Starts sending; each message ends as `end` says. */
function startSending(end: (row: OutboxRow) => SendOutcome | Promise<SendOutcome>): void {
  worker = new OutboxWorker({
    ...{ db, clock, locks: new SharedLock(), writer: new Writer(db, hurriedClock) },
    courier: oneByOne(async (row) => end(row)),
    onSignInNeeded: () => undefined,
    onRefused: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  worker.start();
}

let position = 0;
const accept = ({ id, content, task, lane }: OutboxRow): SendOutcome => {
  position += 1;
  if (task === 'withdraw') return { kind: 'withdrawn', wasThere: false };
  return { kind: 'accepted', message: messageAt(position, { id, content, isGlobal: lane === 'global' }) };
};

const bob = { id: 5, username: 'bob', fullName: 'Bob', avatarUrl: null };
const now = '2026-01-01T00:00:00.000Z';

describe('unsent data', () => {
  it('is counted: messages, and conversations with a text or a recording in the composer', async () => {
    expect(await unsentIn(db)).toEqual({ messages: 0, blocks: 0, drafts: [] });
    await db.recordings.put({ ...sound, id: 'member:2' });
    await queueText('with a sound');
    await queueText('more');
    await db.recordings.put({ ...sound, id: 'global' });
    await db.drafts.bulkPut([
      { conversation: 'global', id: uuidv7(), text: 'and words' },
      { conversation: 'member:3', id: uuidv7(), text: 'hm' },
      { conversation: 'member:4', id: uuidv7(), text: 'on the server' },
    ]);
    await db.draftBases.bulkPut([
      { conversation: 'member:3', text: 'h', aside: [], revision: 1 },
      { conversation: 'member:4', text: 'on the server', aside: [], revision: 1 },
    ]);
    await chooseContact(db, bob, true, now);
    await chooseContact(db, { ...bob, id: 6 }, true, now);
    await settleContact(db, 6, true, { memberId: 6, isBlocked: true, position: '20' });
    await chooseContact(db, { ...bob, id: 6 }, false, now);
    expect(await unsentIn(db)).toEqual({ messages: 2, blocks: 1, drafts: ['global', 'member:3'] });
  });
});

describe('sending before leaving', () => {
  it('sends waiting and refused messages, and reports how many are left', async () => {
    let end: (row: OutboxRow) => SendOutcome = ({ lane }) => (lane === 'global' ? refused : passing);
    startSending((row) => end(row));
    await queueText('waits');
    await queueText('behind it');
    await queueText('was refused', 'global');
    await expect.poll(async () => isOutboxIdle(await db.outbox.toArray())).toBe(true);
    end = accept;
    const left: number[] = [];
    await sendAll(db, (messages) => left.push(messages), never);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect([left.at(-1), await db.outbox.count()]).toEqual([0, 0]);
  });

  it('ends when the rest cannot be sent now', async () => {
    startSending((row) => (row.lane === 'global' ? accept(row) : passing));
    await queueText('waits');
    await queueText('behind it');
    await queueText('goes', 'global');
    let left = 0;
    await sendAll(
      db,
      (messages) => {
        left = messages;
      },
      never,
    );
    expect(left).toBe(2);
  });

  it('ends when aborted, and leaves the messages alone', async () => {
    startSending(() => new Promise(() => undefined));
    await queueText('on its way');
    const waiting = new AbortController();
    const sent = sendAll(db, () => undefined, waiting.signal);
    waiting.abort();
    await sent;
    expect(await db.outbox.count()).toBe(1);
  });
});

describe('discarding before leaving', () => {
  it('waits until the server has deleted what it may have', async () => {
    let end: (row: OutboxRow) => SendOutcome = () => passing;
    const withdrawn: string[] = [];
    startSending((row) => end(row));
    const id = await queueText('tried');
    await queueText('behind it');
    await expect.poll(async () => isOutboxIdle(await db.outbox.toArray())).toBe(true);
    end = (row) => {
      withdrawn.push(row.id);
      return accept(row);
    };
    await discardAll(db, never);
    expect([withdrawn, await db.outbox.count(), await db.messages.count()]).toEqual([[id], 0, 0]);
  });

  it('does not wait longer than allowed', async () => {
    await queueText('hello');
    await db.outbox.toCollection().modify({ attempts: 1 });
    await discardAll(db, AbortSignal.abort());
    expect(await unsentIn(db)).toEqual({ messages: 0, blocks: 0, drafts: [] });
  });
});

describe('the data left on the device', () => {
  const others: Message[] = [
    messageAt(1, { senderId: peerId, content: 'secret' }),
    messageAt(2, { senderId: 3, isGlobal: true, content: 'public' }),
  ];

  it('is unsent messages, drafts and blocks with their members, if kept', async () => {
    await applyMessages(db, others);
    await db.sync.put({ id: 'cursor', position: '2' });
    await db.recordings.put({ ...sound, id: 'member:2' });
    const id = await queueText('with a sound');
    await db.drafts.put({ conversation: 'global', id: uuidv7(), text: 'begun' });
    await db.drafts.put({ conversation: 'member:3', id: uuidv7(), text: 'secret, and on the server' });
    await db.draftBases.put({
      ...{ conversation: 'member:3', text: 'secret, and on the server', aside: [], revision: 1 },
    });
    await chooseContact(db, bob, true, now);
    await keepUnsent(db);
    expect((await db.messages.toArray()).map((message) => message.id)).toEqual([id]);
    expect((await db.outbox.toArray()).map((row) => row.id)).toEqual([id]);
    expect((await db.recordings.toArray()).map((recording) => recording.id)).toEqual([id]);
    expect((await db.drafts.toArray()).map(({ text }) => text)).toEqual(['begun']);
    expect((await db.members.toArray()).map((member) => member.id)).toEqual([peerId, 5]);
    expect((await db.conversations.toArray()).map(({ key }) => key)).toEqual(['member:2', 'member:5']);
    expect(await db.blocks.toArray()).toMatchObject([{ memberId: 5, wanted: true }]);
    expect(await db.sync.count()).toBe(0);
    expect(JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray())))).not.toMatch(
      /secret|public/,
    );
  });

  it('is otherwise nothing, and no open tab restores it', async () => {
    await applyMessages(db, others);
    const elsewhere = new MemberDatabase(db.owner);
    await elsewhere.open();
    await erase({ ...db.owner, keepsUnsent: false, at: 0, isCertain: true });
    await expect(elsewhere.messages.count()).rejects.toThrow(/closed/i);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(db.name);
  });
});
