import 'fake-indexeddb/auto';
import { type ChangeFrame, type Conversation, type Message, texts } from '@pmcw/contracts';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import {
  applyChanges,
  applyConversations,
  applyDeletion,
  applyGlobalCount,
  applyOwnRead,
  applyThreadPage,
} from './apply.ts';
import type { MemberDatabase } from './database.ts';
import { applyMessages, messageAt, newDatabase, ownerId, peerId } from './forSpecs.ts';
import { orderOf } from './keys.ts';
import { cancelMessage, editMessage } from './outbox/cancelling.ts';
import { claimNext } from './outbox/claims.ts';
import { enqueue } from './outbox/queue.ts';

const pushed = (message: Message): ChangeFrame => ({
  type: message.isGlobal ? 'new_global_message' : 'new_message',
  message,
  position: message.position,
});
const deleted = (id: string, position: number): ChangeFrame => ({
  type: 'message_deleted',
  id,
  position: String(position),
});
const restored = (message: Message, position: number): ChangeFrame => ({
  type: 'message_restored',
  message,
  position: String(position),
});
const read = (readerId: number, other: number | null, upTo: number, position: number): ChangeFrame => ({
  type: 'messages_read',
  readerId,
  peerId: other,
  upTo: String(upTo),
  position: String(position),
});
const listed = (change: Partial<Conversation> = {}): Conversation => ({
  userId: peerId,
  username: 'member2',
  fullName: 'Member 2',
  avatarUrl: null,
  unreadCount: 0,
  readUpTo: '0',
  lastMessage: null,
  ...change,
});

async function stateOf(db: MemberDatabase): Promise<unknown> {
  const [messages, deletions, conversations, outbox] = await Promise.all([
    db.messages.toArray(),
    db.deletions.toArray(),
    db.conversations.toArray(),
    db.outbox.toArray(),
  ]);
  return { messages, deletions, conversations, outbox };
}

/** An event on the server, and the ways to report it. */
type Telling =
  | { readonly by: 'frame'; readonly change: ChangeFrame }
  | { readonly by: 'ack' | 'page'; readonly message: Message };

const kinds = ['own', 'theirs', 'global', 'delete', 'ownRead', 'theirRead', 'globalRead'] as const;

/** A short history of two members and the global chat, reported in every way. */
const tellingsOf = (...anyKind: readonly ((typeof kinds)[number] | 'restore')[]): fc.Arbitrary<Telling[]> =>
  fc
    .array(fc.record({ kind: fc.constantFrom(...anyKind), nth: fc.nat(10) }), { minLength: 1, maxLength: 14 })
    .map((steps) => {
      const messages: Message[] = [];
      const gone: Message[] = [];
      return steps.flatMap(({ kind, nth }, i): Telling[] => {
        const position = (i + 1) * 10;
        const at = Math.min(nth * 10, position);
        const some = messages[nth % Math.max(1, messages.length)];
        switch (kind) {
          case 'own':
          case 'theirs':
          case 'global': {
            const senderId = kind === 'own' ? ownerId : peerId;
            const message = messageAt(position, {
              senderId,
              ...(kind === 'global' ? { isGlobal: true, receiverId: 1 } : {}),
              ...(nth % 3 === 0 ? { messageType: 'voice', voiceUrl: `/media/${i}`, voiceSeconds: nth } : {}),
            });
            messages.push(message);
            return [
              { by: 'frame', change: pushed(message) },
              { by: kind === 'own' ? 'ack' : 'page', message },
            ];
          }
          case 'delete':
            if (some === undefined) return [];
            gone.push(some);
            return [{ by: 'frame', change: deleted(some.id, position) }];
          case 'restore': {
            const back = gone.splice(nth % Math.max(1, gone.length), 1);
            return back.map((message) => ({ by: 'frame', change: restored(message, position) }));
          }
          case 'ownRead':
            return [{ by: 'frame', change: read(ownerId, peerId, at, position) }];
          case 'theirRead':
            return [{ by: 'frame', change: read(peerId, ownerId, at, position) }];
          default:
            return [{ by: 'frame', change: read(ownerId, null, at, position) }];
        }
      });
    });

/** The same reports in another order, some of them twice. */
const retold = tellingsOf(...kinds).chain((all) =>
  fc.tuple(
    fc.constant(all),
    fc
      .tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.shuffledSubarray(all))
      .map(([once, again]) => [...once, ...again]),
  ),
);

async function applyTelling(db: MemberDatabase, { by, ...what }: Telling): Promise<void> {
  if ('change' in what) await applyChanges(db, [what.change], null);
  else if (by === 'ack') await applyMessages(db, [what.message]);
  else {
    const page = { messages: [what.message], older: null, isUnbroken: false, before: null };
    await applyThreadPage(db, what.message.isGlobal ? 'global' : `member:${peerId}`, page);
  }
}

const emptied = async (db: MemberDatabase) => {
  await Promise.all(db.tables.map((table) => table.clear()));
  return db;
};

describe('reports of the server', { timeout: 30_000 }, () => {
  it('result in the same state in any order, repeated and mixed', async () => {
    const [one, other] = [newDatabase(), newDatabase()];
    await fc.assert(
      fc.asyncProperty(retold, async ([inOrder, anyhow]) => {
        const [expected, actual] = [await emptied(one), await emptied(other)];
        for (const telling of inOrder) await applyTelling(expected, telling);
        for (const telling of anyhow) await applyTelling(actual, telling);
        expect(await stateOf(actual)).toEqual(await stateOf(expected));
      }),
      { numRuns: 40 },
    );
    await Promise.all([one.delete(), other.delete()]);
  });

  it('have the same result in a batch as one by one', async () => {
    const [one, other] = [newDatabase(), newDatabase()];
    await fc.assert(
      fc.asyncProperty(tellingsOf(...kinds, 'delete', 'restore'), async (all) => {
        const [single, batch] = [await emptied(one), await emptied(other)];
        const changes = all.flatMap((telling) => (telling.by === 'frame' ? [telling.change] : []));
        for (const change of changes) await applyChanges(single, [change], change.position);
        await applyChanges(batch, changes, changes.at(-1)?.position ?? null);
        expect(await stateOf(batch)).toEqual(await stateOf(single));
        expect(await batch.sync.toArray()).toEqual(await single.sync.toArray());
      }),
      { numRuns: 20 },
    );
    await Promise.all([one.delete(), other.delete()]);
  });
});

describe('a restored message', () => {
  const message = messageAt(20, { senderId: peerId });
  const [older, newer] = [messageAt(10, { senderId: peerId }), messageAt(40, { senderId: peerId })];
  const all = [older, message, newer].map(pushed);
  const thread = async (db: MemberDatabase) =>
    (await db.messages.orderBy('[conversation+order]').toArray()).map(({ id }) => id);
  /** With the whole thread. */
  async function opened(...changes: readonly ChangeFrame[]) {
    const db = newDatabase();
    const page = { messages: [], older: null, isUnbroken: true, before: null };
    await applyThreadPage(db, 'member:2', page);
    await applyChanges(db, changes, null);
    return db;
  }

  it('is back in its place, and the list is fetched for its count', async () => {
    const db = await opened(...all, deleted(message.id, 50));
    expect(await thread(db)).toEqual([older.id, newer.id]);
    expect(await applyChanges(db, [restored(message, 60)], '60')).toEqual({ listIsStale: true });
    expect(await thread(db)).toEqual([older.id, message.id, newer.id]);
    expect(await db.deletions.count()).toBe(0);
    expect((await db.conversations.get('member:2'))?.unreadCount).toBe(3);
    await db.delete();
  });

  it('can be deleted again', async () => {
    const db = await opened(...all);
    const again = [deleted(message.id, 50), restored(message, 60), deleted(message.id, 70)];
    await applyChanges(db, again, '70');
    await applyMessages(db, [message]);
    expect(await thread(db)).toEqual([older.id, newer.id]);
    await db.delete();
  });

  it('ends as the log does, however early some of its changes are pushed', async () => {
    const log = [...all, deleted(message.id, 50), restored(message, 60), deleted(message.id, 70)];
    const run = fc.tuple(fc.integer({ min: 3, max: log.length }), fc.subarray(log.slice(3)));
    await fc.assert(
      fc.asyncProperty(run, async ([length, early]) => {
        const past = log.slice(0, length);
        const [expected, actual] = [await opened(...past), await opened()];
        await applyChanges(
          actual,
          early.filter((change) => past.includes(change)),
          null,
        );
        await applyChanges(actual, past, past.at(-1)?.position ?? null);
        expect(await thread(actual)).toEqual(await thread(expected));
        await Promise.all([expected.delete(), actual.delete()]);
      }),
      { numRuns: 40 },
    );
  });

  it('older than what is here is fetched with the thread', async () => {
    const db = newDatabase();
    const page = { messages: [newer], older: 'cursor', isUnbroken: true, before: null };
    await applyThreadPage(db, 'member:2', page);
    await applyChanges(db, [deleted(message.id, 50), restored(message, 60)], '60');
    expect(await thread(db)).toEqual([newer.id]);
    await applyThreadPage(db, 'member:2', {
      messages: [message],
      older: null,
      isUnbroken: false,
      before: 'cursor',
    });
    expect(await thread(db)).toEqual([message.id, newer.id]);
    await db.delete();
  });

  it('stays deleted if its sender canceled it here, when it may have been sent', async () => {
    const db = await opened();
    const own = messageAt(20);
    await db.deletions.put({ id: own.id, isWithdrawn: true });
    await applyChanges(db, [restored(own, 60)], '60');
    expect(await db.messages.count()).toBe(0);
    await db.delete();
  });
});

describe('a page of many changes', () => {
  const many = Array.from({ length: 600 }, (_, i) => pushed(messageAt(i + 1, { senderId: peerId })));

  it('is stored as a whole, with its cursor', async () => {
    const db = newDatabase();
    await applyChanges(db, many, '600');
    expect(await db.messages.count()).toBe(600);
    expect((await db.sync.get('cursor'))?.position).toBe('600');
    expect((await db.conversations.get('member:2'))?.lastMessage?.order).toBe(orderOf('600'));
    await db.delete();
  });

  it('or not at all', async () => {
    const db = newDatabase();
    vi.spyOn(db.conversations, 'bulkPut').mockRejectedValueOnce(new Error('The disk is full'));
    await expect(applyChanges(db, many, '600')).rejects.toThrow('The disk is full');
    expect(await db.messages.count()).toBe(0);
    expect(await db.members.count()).toBe(0);
    expect(await db.sync.count()).toBe(0);
    await db.delete();
  });
});

describe('own messages', () => {
  it.each(['ack', 'frame', 'page'] as const)('leave the outbox when proved by %s', async (by) => {
    const db = newDatabase();
    const draft = { conversation: 'member:2', id: messageAt(1).id, text: 'hello' } as const;
    await enqueue(db, draft, 0);
    const message = messageAt(5, { id: draft.id, content: 'hello' });
    await applyTelling(db, by === 'frame' ? { by, change: pushed(message) } : { by, message });
    expect(await db.outbox.count()).toBe(0);
    expect((await db.messages.get(draft.id))?.order).toBe(orderOf('5'));
    await db.delete();
  });

  it('never reappear after deletion, even if a late copy arrives', async () => {
    const db = newDatabase();
    const message = messageAt(5);
    await applyDeletion(db, message.id);
    await applyMessages(db, [message]);
    expect(await db.messages.count()).toBe(0);
    expect((await db.conversations.get('member:2'))?.lastMessage).toBeNull();
    await db.delete();
  });
});

describe('unread counts', () => {
  const unread = async (db: MemberDatabase) => (await db.conversations.get('member:2'))?.unreadCount;

  it("are the server's count plus later arrivals", async () => {
    const db = newDatabase();
    const last = messageAt(50, { senderId: peerId });
    await applyConversations(db, [listed({ unreadCount: 7, lastMessage: last })]);
    expect(await unread(db)).toBe(7);
    const next = pushed(messageAt(60, { senderId: peerId }));
    await applyChanges(db, [next, next, pushed(messageAt(61))], null);
    expect(await unread(db)).toBe(8);
    await applyOwnRead(db, 'member:2', orderOf('60'), false);
    expect(await unread(db)).toBe(0);
    await db.delete();
  });

  it('request the list where only the server can count', async () => {
    const db = newDatabase();
    const stale = (applied: { listIsStale: boolean }) => applied.listIsStale;
    expect(stale(await applyChanges(db, [pushed(messageAt(10))], null))).toBe(true);
    const last = messageAt(50, { senderId: peerId });
    await applyConversations(db, [listed({ unreadCount: 7, lastMessage: last })]);
    expect(stale(await applyChanges(db, [pushed(messageAt(51))], null))).toBe(false);
    expect(stale(await applyChanges(db, [read(ownerId, peerId, 30, 52)], null))).toBe(true);
    expect(stale(await applyChanges(db, [deleted(last.id, 53)], null))).toBe(true);
    await db.delete();
  });

  it('are counted here once all unread messages are here, wherever the mark is', async () => {
    const db = newDatabase();
    await applyConversations(db, [listed({ unreadCount: 2, lastMessage: messageAt(50) })]);
    const theirs = [44, 42].map((position) => messageAt(position, { senderId: peerId }));
    const messages = [messageAt(50), ...theirs, messageAt(40)];
    await applyThreadPage(db, 'member:2', { messages, older: '40', isUnbroken: true, before: null });
    expect(await unread(db)).toBe(2);
    await applyOwnRead(db, 'member:2', orderOf('42'), false);
    expect(await unread(db)).toBe(1);
    const { listIsStale } = await applyOwnRead(db, 'member:2', orderOf('44'), false);
    expect(await unread(db)).toBe(0);
    expect(listIsStale).toBe(false);
    await db.delete();
  });

  it('of the global chat are valid up to the position of the request', async () => {
    const db = newDatabase();
    await applyGlobalCount(db, { count: 3 }, '40');
    await applyChanges(db, [pushed(messageAt(41, { senderId: peerId, isGlobal: true }))], null);
    expect((await db.conversations.get('global'))?.unreadCount).toBe(4);
    await db.delete();
  });
});

describe('the unbroken part of a thread', () => {
  const history = async (db: MemberDatabase) => (await db.conversations.get('member:2'))?.history;
  const page = (positions: number[], older: string | null, before: string | null, isUnbroken = true) => ({
    messages: positions.map((position) => messageAt(position)),
    older,
    before,
    isUnbroken,
  });

  it('grows with adjoining pages only', async () => {
    const db = newDatabase();
    await applyThreadPage(db, 'member:2', page([90, 80], '80', null, false));
    expect(await history(db)).toBeNull();
    await applyThreadPage(db, 'member:2', page([90, 80], '80', null));
    expect(await history(db)).toEqual({ from: orderOf('80'), older: '80' });
    await applyThreadPage(db, 'member:2', page([40, 30], '30', '50'));
    expect(await history(db)).toEqual({ from: orderOf('80'), older: '80' });
    await applyThreadPage(db, 'member:2', page([70, 60], '60', '80'));
    await applyThreadPage(db, 'member:2', page([95, 90], '90', null));
    expect(await history(db)).toEqual({ from: orderOf('60'), older: '60' });
    await applyThreadPage(db, 'member:2', page([], null, '60'));
    expect(await history(db)).toEqual({ from: orderOf('0'), older: null });
    await db.delete();
  });
});

describe('a deleted member', () => {
  const gone = (userId: number, position: number): ChangeFrame => ({
    type: 'member_deleted',
    userId,
    position: String(position),
  });
  const global = (position: number, senderId: number) =>
    messageAt(position, { senderId, isGlobal: true, receiverId: 1 });
  const conversationsOf = async (db: MemberDatabase) =>
    (await db.conversations.toArray()).map(({ key }) => key);

  it('leaves nothing on the device: conversation, draft, part in the global chat', async () => {
    const db = newDatabase();
    const [own, theirs, other] = [
      messageAt(1),
      messageAt(2, { senderId: peerId }),
      messageAt(3, { senderId: 3 }),
    ];
    await applyMessages(db, [own, theirs, other, global(4, peerId), global(5, 3)]);
    await applyChanges(db, [gone(peerId, 7)], '7');
    expect((await db.messages.toArray()).map(({ order }) => order).sort()).toEqual([
      orderOf('3'),
      orderOf('5'),
    ]);
    expect((await conversationsOf(db)).sort()).toEqual(['global', 'member:3']);
    expect(await db.members.get(peerId)).toBeUndefined();
    expect((await db.conversations.get('global'))?.lastMessage?.senderId).toBe(3);
    expect((await db.sync.get('cursor'))?.position).toBe('7');
    await db.delete();
  });

  it('leaves a draft to be copied, without a name', async () => {
    const db = newDatabase();
    await applyMessages(db, [messageAt(1)]);
    await db.drafts.put({ conversation: 'member:2', id: 'd', text: 'Not ended' });
    await applyChanges(db, [gone(peerId, 7)], '7');
    expect(await db.messages.count()).toBe(0);
    expect(await db.conversations.get('member:2')).toMatchObject({ member: { fullName: '' } });
    expect(await db.drafts.get('member:2')).toMatchObject({ text: 'Not ended' });
    await db.delete();
  });

  it('leaves the text of unsent messages, as refused, without a name, until they are discarded', async () => {
    const db = newDatabase();
    await applyMessages(db, [messageAt(1, { senderId: peerId })]);
    const unsent = [uuidv7(), uuidv7()] as const;
    for (const id of unsent) await enqueue(db, { conversation: 'member:2', id, text: `Not sent: ${id}` }, 0);
    await claimNext(db, 'member:2', 0);
    await applyChanges(db, [gone(peerId, 7)], '7');
    const delivery = { state: 'failed', code: 'not_found', detail: texts.refusals.memberNotFound };
    expect(await db.outbox.toArray()).toMatchObject(unsent.map((id) => ({ id, delivery })));
    expect((await db.messages.toArray()).map(({ id, content }) => [id, content])).toEqual(
      unsent.map((id) => [id, `Not sent: ${id}`]),
    );
    expect((await db.conversations.get('member:2'))?.lastMessage?.id).toBe(unsent[1]);
    expect(await db.members.get(peerId)).toEqual({ id: peerId, username: '', fullName: '', avatarUrl: null });
    await cancelMessage(db, unsent[0]);
    expect(await conversationsOf(db)).toContain('member:2');
    // A late report that it had arrived: it was deleted with its reader.
    await applyMessages(db, [messageAt(6, { id: unsent[1] })]);
    expect([await db.outbox.count(), await db.messages.count(), await db.members.count()]).toEqual([0, 0, 0]);
    expect(await conversationsOf(db)).not.toContain('member:2');
    await db.delete();
  });

  it('leaves a conversation whose only text is being edited', async () => {
    const db = newDatabase();
    const id = uuidv7();
    await enqueue(db, { conversation: 'member:2', id, text: 'Somewhere else, then' }, 0);
    await applyChanges(db, [gone(peerId, 7)], '7');
    await editMessage(db, id);
    expect(await conversationsOf(db)).toContain('member:2');
    expect(await db.drafts.toArray()).toMatchObject([{ text: 'Somewhere else, then' }]);
    await db.delete();
  });

  it('is not restored by anything late, in one batch or afterwards', async () => {
    const db = newDatabase();
    const message = messageAt(1, { senderId: peerId });
    const late = [
      pushed(message),
      pushed(messageAt(2)),
      pushed(global(3, peerId)),
      read(peerId, ownerId, 2, 4),
    ];
    await applyChanges(db, [pushed(message), gone(peerId, 5), ...late], null);
    await applyChanges(db, late, null);
    await applyMessages(db, [message, global(3, peerId)]);
    await applyConversations(db, [listed({ lastMessage: message })]);
    const page = { messages: [message], older: null, isUnbroken: true, before: null };
    await applyThreadPage(db, 'member:2', page);
    expect(await db.messages.count()).toBe(0);
    expect(await db.members.count()).toBe(0);
    expect((await conversationsOf(db)).filter((key) => key !== 'global')).toEqual([]);
    await db.delete();
  });

  it('leaves others unchanged, and requests the count that only the server knows', async () => {
    const db = newDatabase();
    await applyGlobalCount(db, { count: 3 }, '40');
    const { listIsStale } = await applyChanges(db, [gone(peerId, 50)], null);
    expect(listIsStale).toBe(true);
    await applyMessages(db, [messageAt(51, { senderId: 3 })]);
    expect((await db.conversations.get('member:3'))?.unreadCount).toBe(1);
    await db.delete();
  });

  it('is removed together with earlier data, or not at all', async () => {
    const db = newDatabase();
    await applyMessages(db, [messageAt(1, { senderId: peerId })]);
    vi.spyOn(db.deletions, 'put').mockRejectedValueOnce(new Error('The disk is full'));
    const changes = [pushed(messageAt(2, { senderId: 3 })), gone(peerId, 3)];
    await expect(applyChanges(db, changes, '3')).rejects.toThrow('The disk is full');
    expect(await db.messages.count()).toBe(1);
    expect(await db.sync.count()).toBe(0);
    await db.delete();
  });
});

describe('members of one browser', () => {
  it('share nothing', async () => {
    const [first, second] = [newDatabase(), newDatabase()];
    await enqueue(first, { conversation: 'member:2', id: messageAt(1).id, text: 'secret' }, 0);
    expect(await stateOf(second)).toEqual({ messages: [], deletions: [], conversations: [], outbox: [] });
    await Promise.all([first.delete(), second.delete()]);
  });
});
