import type { ChangeFrame, Conversation } from '@pmcw/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, applyConversations, changeOf } from './apply.ts';
import { conversationOf, countUnread } from './conversations.ts';
import type { MemberDatabase } from './database.ts';
import { messageAt, newDatabase, ownerId, peerId } from './forSpecs.ts';
import { enqueue } from './outbox/queue.ts';
import { settleWish, wishSettings } from './ownSettings.ts';

let db: MemberDatabase;
beforeEach(() => {
  db = newDatabase();
});
afterEach(() => db.delete());

const received = (position: number, isRequest = true): ChangeFrame =>
  changeOf({ ...messageAt(position, { senderId: peerId }), isRequest });
const sent = (position: number): ChangeFrame => changeOf(messageAt(position, { senderId: ownerId }));
const answered = (position: number, answer: { isRequest: false } | { deletedUpTo: string }): ChangeFrame => ({
  ...{ type: 'conversation_changed', peerId, position: String(position) },
  ...answer,
});
const rowAt = (position: number): Conversation => ({
  ...{ userId: peerId, username: 'bob', fullName: 'Bob', avatarUrl: null, isRequest: true },
  ...{
    unreadCount: 1,
    readUpTo: '0',
    lastMessage: messageAt(position, { senderId: peerId, isRequest: true }),
  },
});
const apply = (...changes: ChangeFrame[]) => applyChanges(db, changes, null);
const listed = async (of: MemberDatabase = db) => {
  const [conversations, requests] = await Promise.all([
    of.conversations.orderBy('place').primaryKeys(),
    of.conversations.orderBy('request').primaryKeys(),
  ]);
  return { conversations, requests };
};
const asRequest = { conversations: [], requests: ['member:2'] };
const asConversation = { conversations: ['member:2'], requests: [] };
const contents = async () => (await db.messages.toArray()).map(({ content }) => content);

describe('messages from a stranger', () => {
  it('are a request without unread messages, until the owner accepts it', async () => {
    await apply(received(10), received(11));
    expect([await listed(), await countUnread(db, 0)]).toEqual([asRequest, 0]);
    await apply(answered(20, { isRequest: false }));
    expect([await listed(), await countUnread(db, 0)]).toEqual([asConversation, 2]);
  });

  it('are a conversation once the owner has written to them, also while that is unsent', async () => {
    await apply(received(10));
    await enqueue(db, { conversation: 'member:2', id: 'a', text: 'Hello' }, 0);
    expect(await listed()).toEqual(asConversation);
    await apply(sent(20));
    expect(await listed()).toEqual(asConversation);
  });

  it('are a conversation if one of them was not sent as a request, as by servers of an earlier release', async () => {
    await apply(changeOf(messageAt(10, { senderId: peerId })), received(11));
    expect(await listed()).toEqual(asConversation);
  });

  it('are what the list says, unless the device knows better', async () => {
    const row = rowAt(10);
    await applyConversations(db, [row]);
    expect(await listed()).toEqual(asRequest);
    await apply(answered(20, { isRequest: false }));
    await applyConversations(db, [row]);
    expect(await listed()).toEqual(asConversation);
  });

  it('end up the same, in any order of arrival', async () => {
    const changes = [received(10), received(11), answered(12, { deletedUpTo: '10' }), received(13)];
    const answers = [answered(14, { isRequest: false }), sent(15), received(16, false)];
    const some = fc.subarray([...changes, ...answers]);
    const orders = some.chain((subset) =>
      fc.tuple(fc.constant(subset), fc.shuffledSubarray(subset, { minLength: subset.length })),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ([inOrder, shuffled]) => {
        const [one, other] = [newDatabase(), newDatabase()];
        await applyChanges(one, inOrder, null);
        for (const change of shuffled) await applyChanges(other, [change], null);
        const messagesOf = (each: MemberDatabase) => each.messages.toCollection().primaryKeys();
        expect(await listed(other)).toEqual(await listed(one));
        expect(await messagesOf(other)).toEqual(await messagesOf(one));
        await Promise.all([one.delete(), other.delete()]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a request that the owner answers offline', () => {
  it('is a conversation at once, and the answer waits for the server', async () => {
    await apply(received(10));
    await wishSettings(db, 'member:2', { isRequest: false });
    expect(await listed()).toEqual(asConversation);
    expect(await db.conversations.where('untold').equals(1).primaryKeys()).toEqual(['member:2']);
    const { wish } = await conversationOf(db, 'member:2');
    if (wish === null) throw new Error('There is no wish');
    const answer = { mutedUntil: null, isMarkedUnread: false, deletedUpTo: null, position: '20' };
    await settleWish(db, 'member:2', wish, answer);
    expect(await db.conversations.where('untold').equals(1).count()).toBe(0);
    expect(await listed()).toEqual(asConversation);
  });

  it('is gone at once with its messages, and stays gone when they come again', async () => {
    await apply(received(10), received(11));
    await wishSettings(db, 'member:2', { deletedUpTo: '11' });
    expect([await listed(), await contents()]).toEqual([{ conversations: [], requests: [] }, []]);
    await apply(received(10), received(11));
    await applyConversations(db, [rowAt(11)]);
    expect([await listed(), await contents()]).toEqual([{ conversations: [], requests: [] }, []]);
  });

  it('is a request again with the next message only', async () => {
    await apply(received(10));
    await wishSettings(db, 'member:2', { deletedUpTo: '10' });
    await apply(received(20));
    expect(await listed()).toEqual(asRequest);
    expect(await db.messages.count()).toBe(1);
  });
});
