import { eventually } from '@pmcw/testing/eventually';
import 'fake-indexeddb/auto';
import type { Changes, ClientFrame, ServerFrame, ToldMessage } from '@pmcw/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChanges, applyDeletion, applyOwnRead, applyThreadPage } from '../offline/apply.ts';
import { systemClock } from '../offline/clock.ts';
import type { MemberDatabase } from '../offline/database.ts';
import { enterLog } from '../offline/forget.ts';
import { messageAt, newDatabase, ownerId, peerId } from '../offline/forSpecs.ts';
import { firstOrder, orderOf, pendingOrder } from '../offline/keys.ts';
import { enqueue } from '../offline/outbox/queue.ts';
import { Writer } from '../offline/writer.ts';
import { catchUp, type FetchChanges, Sync } from './sync.ts';

let db: MemberDatabase;
let sent: ClientFrame[];
let arrived: ToldMessage[];
const onCaughtUp = vi.fn();
const onBroken = vi.fn();
const onListStale = vi.fn();
const fetchChanges = vi.fn<FetchChanges>();

beforeEach(() => {
  db = newDatabase();
  sent = [];
  arrived = [];
  vi.resetAllMocks();
});
afterEach(() => db.delete());

function connect(): Sync {
  return new Sync({
    db,
    writer: new Writer(db, systemClock),
    send: (frame) => sent.push(frame),
    fetchMissed: () => catchUp(db, new Writer(db, systemClock), fetchChanges, () => undefined),
    onCaughtUp,
    onArrived: (message) => arrived.push(message),
    onListStale,
    onBroken,
  });
}

const theirs = (position: number): ToldMessage => messageAt(position, { senderId: peerId });
const pushed = (position: number): Extract<ServerFrame, { type: 'new_message' }> => {
  const message = theirs(position);
  return { type: 'new_message', message, position: message.position };
};
const authenticated = (position: string): ServerFrame => ({
  type: 'authenticated',
  userId: ownerId,
  position,
});
const resumed = (position: string): ServerFrame => ({ type: 'resumed', position });
const cursor = async () => (await db.sync.get('cursor'))?.position;
const stored = () => db.messages.count();
const cursorIs = (position: string) => eventually(async () => expect(await cursor()).toBe(position));

async function live(sync: Sync, position = '10'): Promise<void> {
  sync.receive(authenticated(position));
  sync.receive(resumed(position));
  await eventually(() => expect(onCaughtUp).toHaveBeenCalled());
}

describe('pushed changes', () => {
  it('remove a deleted member at once', async () => {
    const sync = connect();
    await live(sync);
    sync.receive(pushed(11));
    await eventually(async () => expect(await stored()).toBe(1));
    sync.receive({ type: 'member_deleted', userId: peerId, position: '12' });
    await cursorIs('12');
    expect(await stored()).toBe(0);
  });
});

describe('the cursor', () => {
  it('starts at the end of the log on a new browser', async () => {
    connect().receive(authenticated('42'));
    await cursorIs('42');
    await eventually(() => expect(sent).toEqual([{ type: 'resume', after: '42' }]));
  });

  it('is in the greeting if known, which avoids another request', async () => {
    const newcomer = connect();
    expect(await newcomer.greeting()).toEqual({ type: 'authenticate', userId: ownerId });
    await db.sync.put({ id: 'cursor', position: '10', incarnation: 'first' });
    // Another tab was first; the server does not know this tab's cursor yet.
    newcomer.receive(authenticated('99'));
    await eventually(() => expect(sent).toEqual([{ type: 'resume', after: '10' }]));

    const sync = connect();
    expect(await sync.greeting()).toEqual({
      ...{ type: 'authenticate', userId: ownerId },
      ...{ after: '10', incarnation: 'first' },
    });
    sync.receive(authenticated('99'));
    sync.receive(resumed('99'));
    await cursorIs('99');
    expect(sent).toHaveLength(1);
  });

  it('does not move before `resumed`, whatever is pushed', async () => {
    await db.sync.put({ id: 'cursor', position: '10' });
    const sync = connect();
    await sync.greeting();
    sync.receive(authenticated('99'));
    sync.receive(pushed(98));
    sync.receive(pushed(11));
    await eventually(async () => expect(await stored()).toBe(2));
    expect(await cursor()).toBe('10');
    sync.receive(resumed('99'));
    await cursorIs('99');
    expect(arrived).toEqual([]);
  });

  it('does not move, yet changes after the connection are announced at once', async () => {
    const sync = connect();
    await sync.greeting();
    sync.receive(authenticated('10'));
    sync.receive(pushed(9));
    sync.receive(pushed(11));
    await eventually(() => expect(arrived.map(({ position }) => position)).toEqual(['11']));
    expect(await cursor()).toBe('10');
    sync.receive(resumed('11'));
    await cursorIs('11');
    expect(arrived).toHaveLength(1);
  });

  it('moves with each pushed change once live, and never back', async () => {
    const sync = connect();
    await live(sync);
    sync.receive(pushed(12));
    await cursorIs('12');
    sync.receive(pushed(11));
    await eventually(async () => expect(await stored()).toBe(2));
    expect(await cursor()).toBe('12');
    expect(arrived.map(({ position }) => position)).toEqual(['12', '11']);
  });

  it('follows many changes and acknowledgements, which are written together', async () => {
    const sync = connect();
    await live(sync);
    const apply = vi.spyOn(Writer.prototype, 'apply');
    for (let position = 11; position <= 60; position += 1) {
      const message = messageAt(position, { senderId: ownerId });
      const at = { message, position: message.position };
      sync.receive({ type: 'new_message', ...at });
      sync.receive({ type: 'ack', id: message.id, ...at });
    }
    await cursorIs('60');
    expect(await stored()).toBe(50);
    expect(apply).toHaveBeenCalledTimes(2);
  });

  it('does not move with an acknowledgement, which overtakes other changes', async () => {
    const sync = connect();
    await live(sync);
    const message = messageAt(30);
    sync.receive({ type: 'ack', id: message.id, message, position: '30' });
    await eventually(async () => expect(await stored()).toBe(1));
    expect(await cursor()).toBe('10');
    expect(arrived).toEqual([]);
  });

  it('does not pass changes that could not be stored', async () => {
    const sync = connect();
    await live(sync);
    const put = vi.spyOn(db.messages, 'bulkPut').mockRejectedValueOnce(new Error('The disk is full'));
    sync.receive(pushed(11));
    await eventually(() => expect(onBroken).toHaveBeenCalledOnce());
    put.mockRestore();
    sync.receive(pushed(12));
    await db.messages.count();
    expect(await cursor()).toBe('10');
    expect(await stored()).toBe(0);
  });
});

describe('frames that arrive during a write', () => {
  it('are all written in order, whatever is between them', async () => {
    const sync = connect();
    await live(sync);
    for (let position = 11; position <= 60; position += 1) {
      sync.receive(pushed(position));
      if (position % 7 === 0) sync.receive({ type: 'error', code: 'internal', detail: 'Of no interest.' });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await cursorIs('60');
    expect(await stored()).toBe(50);
    expect(arrived.map(({ position }) => Number(position))).toEqual(
      Array.from({ length: 50 }, (_, i) => 11 + i),
    );
  });
});

describe('too many missed changes', () => {
  const page = (from: number, to: number, more: boolean): Changes => ({
    changes: Array.from({ length: to - from + 1 }, (_, i) => pushed(from + i)),
    position: String(to),
    more,
  });

  it('are fetched in pages while pushed changes continue, and then resumed', async () => {
    await db.sync.put({ id: 'cursor', position: '10' });
    const sync = connect();
    fetchChanges.mockImplementation(async (after) => {
      if (after === '10') sync.receive(pushed(500));
      return after === '10' ? page(11, 20, true) : page(21, 25, false);
    });
    sync.receive(authenticated('500'));
    sync.receive({ type: 'resync', position: '500' });
    await eventually(() => expect(sent).toContainEqual({ type: 'resume', after: '25' }));
    expect(fetchChanges.mock.calls).toEqual([
      ['10', 'none'],
      ['20', 'none'],
    ]);
    expect(await cursor()).toBe('25');
    await eventually(async () => expect(await stored()).toBe(16));
    sync.receive(resumed('500'));
    await cursorIs('500');
  });

  it('restart when a page fails, from the last page that arrived', async () => {
    await db.sync.put({ id: 'cursor', position: '10' });
    fetchChanges.mockResolvedValueOnce(page(11, 20, true)).mockRejectedValueOnce(new Error('Gone'));
    const sync = connect();
    sync.receive(authenticated('500'));
    sync.receive({ type: 'resync', position: '500' });
    await eventually(() => expect(onBroken).toHaveBeenCalledOnce());
    expect(await cursor()).toBe('20');
    expect(sent).toEqual([{ type: 'resume', after: '10' }]);
  });

  it('stop at a page that does not advance', async () => {
    await db.sync.put({ id: 'cursor', position: '10' });
    fetchChanges.mockResolvedValue({ changes: [], position: '10', more: true });
    await expect(catchUp(db, new Writer(db, systemClock), fetchChanges, () => undefined)).rejects.toThrow(
      'did not advance',
    );
  });

  it('are not requested on a browser without a cursor', async () => {
    expect(await catchUp(db, new Writer(db, systemClock), fetchChanges, () => undefined)).toBeNull();
    expect(fetchChanges).not.toHaveBeenCalled();
  });
});

describe('a server whose log ends before the cursor', () => {
  /** A device with data of another log: messages, one of them unsent, a draft, marks. */
  async function knowAnotherLog(): Promise<string> {
    await db.sync.put({ id: 'cursor', position: '5000' });
    await applyChanges(db, [pushed(4900), pushed(5000)], null);
    await applyDeletion(db, 'gone');
    await applyOwnRead(db, `member:${peerId}`, orderOf('5000'), true);
    await db.drafts.put({ conversation: 'global', id: 'draft', text: 'not yet' });
    return enqueue(db, { conversation: `member:${peerId}`, id: 'mine', text: 'still to be sent' }, 1);
  }
  const known = async () => ({
    messages: (await db.messages.toArray()).map(({ id, order }) => [id, order]),
    deletions: await db.deletions.count(),
    read: (await db.conversations.get(`member:${peerId}`))?.readUpTo,
    drafts: await db.drafts.count(),
    outbox: await db.outbox.count(),
  });

  it('makes the device restart via the socket, keeping unsent data', async () => {
    const mine = await knowAnotherLog();
    const sync = connect();
    sync.receive(authenticated('20'));
    sync.receive({ type: 'resync', position: '20' });
    await cursorIs('20');
    await eventually(() => expect(sent.at(-1)).toEqual({ type: 'resume', after: '20' }));
    expect(fetchChanges).not.toHaveBeenCalled();
    expect(onListStale).toHaveBeenCalledOnce();
    expect(await known()).toEqual({
      messages: [[mine, pendingOrder(1)]],
      ...{ deletions: 0, read: firstOrder, drafts: 1, outbox: 1 },
    });
    sync.receive(resumed('20'));
    sync.receive(pushed(21));
    await cursorIs('21');
    expect((await db.conversations.get(`member:${peerId}`))?.unreadCount).toBe(1);
  });

  it('makes the device restart via a page of changes, with that page', async () => {
    const mine = await knowAnotherLog();
    fetchChanges.mockResolvedValueOnce({ changes: [pushed(3)], position: '20', more: false });
    expect(await catchUp(db, new Writer(db, systemClock), fetchChanges, () => undefined)).toBe('20');
    expect(await cursor()).toBe('20');
    expect((await known()).messages).toEqual(
      expect.arrayContaining([
        [expect.any(String), orderOf('3')],
        [mine, pendingOrder(1)],
      ]),
    );
    expect(await known()).toMatchObject({ deletions: 0, read: firstOrder, drafts: 1, outbox: 1 });
  });
});

describe('a server whose log was restored, and has grown past the cursor', () => {
  const own = (position: number, id: string): ToldMessage => ({
    ...messageAt(position),
    id,
    senderId: ownerId,
  });
  const page = { changes: [], position: '5000', incarnation: 'second', lostFrom: '4930', more: false };

  /** Two own messages, the later one lost by the log, one of another member, one unsent, and a draft. */
  async function know(incarnation: string | undefined): Promise<string> {
    await db.sync.put({ id: 'cursor', position: '4960', incarnation });
    const messages = [own(4920, 'kept'), theirs(4940), own(4950, 'lost')];
    const frames = messages.map((message) => ({
      ...({ type: 'new_message', message, position: message.position } as const),
    }));
    await applyChanges(db, frames, null);
    await db.drafts.put({ conversation: 'global', id: 'draft', text: 'not yet' });
    await db.draftBases.put({ conversation: 'global', text: 'not', aside: [], revision: 5 });
    return enqueue(db, { conversation: `member:${peerId}`, id: 'mine', text: 'still to be sent' }, 1);
  }
  const queued = async () => (await db.outbox.orderBy('seq').toArray()).map(({ id }) => id);
  const here = async () => (await db.messages.toArray()).map(({ id }) => id).sort();

  it('makes the device restart via the socket, and send again what the log lost', async () => {
    const mine = await know('first');
    const sync = connect();
    expect(await sync.greeting()).toMatchObject({ after: '4960', incarnation: 'first' });
    sync.receive({
      ...{ type: 'authenticated', userId: ownerId, position: '5000' },
      ...{ incarnation: 'second', lostFrom: '4930' },
    });
    await cursorIs('5000');
    await eventually(() => expect(sent).toEqual([{ type: 'resume', after: '5000' }]));
    expect(await db.sync.get('cursor')).toMatchObject({ incarnation: 'second' });
    expect(await queued()).toEqual([mine, 'lost']);
    expect(await here()).toEqual(['lost', mine].sort());
    expect([await db.drafts.count(), await db.draftBases.count()]).toEqual([1, 0]);
    expect(onListStale).toHaveBeenCalledOnce();
    // The server still has it, after all.
    sync.receive({ type: 'new_message', message: own(5001, 'lost'), position: '5001' });
    await eventually(async () => expect(await queued()).toEqual([mine]));
    expect(await connect().greeting()).toMatchObject({ after: '5000', incarnation: 'second' });
  });

  it('makes the device restart via a page of changes, with that page', async () => {
    const mine = await know('first');
    fetchChanges.mockResolvedValueOnce({ ...page, changes: [pushed(4921)] });
    expect(await catchUp(db, new Writer(db, systemClock), fetchChanges, () => undefined)).toBe('5000');
    expect(fetchChanges.mock.calls).toEqual([['4960', 'first']]);
    expect(await db.sync.get('cursor')).toMatchObject({ position: '5000', incarnation: 'second' });
    expect(await queued()).toEqual([mine, 'lost']);
    expect(await here()).toHaveLength(3);
  });

  it('makes a device of an earlier release fetch everything once, and send nothing again', async () => {
    const mine = await know(undefined);
    fetchChanges.mockResolvedValueOnce(page);
    await catchUp(db, new Writer(db, systemClock), fetchChanges, () => undefined);
    expect([await here(), await queued()]).toEqual([[mine], [mine]]);
    const sync = connect();
    expect(await sync.greeting()).toMatchObject({ after: '5000', incarnation: 'second' });
  });

  it('no longer moves the cursor from a tab that is still connected to the former log', async () => {
    await db.sync.put({ id: 'cursor', position: '4960', incarnation: 'first' });
    const sync = connect();
    await sync.greeting();
    sync.receive({ ...{ type: 'authenticated', userId: ownerId }, position: '4960', incarnation: 'first' });
    sync.receive(resumed('4960'));
    await eventually(() => expect(onCaughtUp).toHaveBeenCalled());
    await enterLog(db, { position: '4931', incarnation: 'second' });
    sync.receive(pushed(4961));
    sync.receive(resumed('4961'));
    await eventually(() => expect(onCaughtUp).toHaveBeenCalledTimes(2));
    expect(await db.sync.get('cursor')).toMatchObject({ position: '4931', incarnation: 'second' });
    expect(await stored()).toBe(0);
  });

  it('gets no answer stored that was requested before', async () => {
    await db.sync.put({ id: 'cursor', position: '5000', incarnation: 'second' });
    const late = { messages: [messageAt(4940)], older: null, isUnbroken: true, before: null };
    await applyThreadPage(db, `member:${peerId}`, { ...late, incarnation: 'first' });
    expect(await stored()).toBe(0);
    await applyThreadPage(db, `member:${peerId}`, { ...late, incarnation: 'second' });
    expect(await stored()).toBe(1);
  });
});

describe('a closed connection', () => {
  it('delivers nothing more, and the next one continues', async () => {
    const gone = connect();
    await live(gone);
    gone.end();
    gone.receive(pushed(11));
    const next = connect();
    next.receive(resumed('10'));
    next.receive(pushed(12));
    await cursorIs('12');
    expect((await db.messages.toArray()).map(({ order }) => Number(order))).toEqual([12]);
  });
});
