import { describe, expect, it } from 'vitest';
import { applyChanges, applyConversations } from '../../../device/offline/apply.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { applyMessages, messageAt, newDatabase, peerId } from '../../../device/offline/forSpecs.ts';
import { type DeviceResults, foundMax, searchDevice, stillStored } from './searchDevice.ts';

async function found(db: MemberDatabase, query: string): Promise<DeviceResults | undefined> {
  const reported: DeviceResults[] = [];
  await searchDevice(db, query, 'Global Chat', new AbortController().signal, (each) => reported.push(each));
  return reported.at(-1);
}

const lena = { username: 'lena', fullName: 'Lena Weber', avatarUrl: null };
const stranger = { username: 'nora', fullName: 'Nora Len', avatarUrl: null };

async function aDevice(): Promise<MemberDatabase> {
  const db = newDatabase();
  await applyConversations(db, [
    {
      ...{ userId: peerId, ...lena },
      ...{ unreadCount: 0, lastMessage: null, readUpTo: '0' },
    },
  ]);
  await applyMessages(db, [
    messageAt(1, { content: 'The Café is closed' }),
    messageAt(2, { content: 'then the other café', senderId: peerId, sender: lena }),
    messageAt(3, { content: 'hello all', isGlobal: true, senderId: 9, sender: stranger }),
  ]);
  return db;
}

describe('a search on the device', () => {
  it('finds messages by text, newest first, with sender and conversation', async () => {
    const result = await found(await aDevice(), 'cafe');
    expect(result?.messages.map(({ message }) => message.content)).toEqual([
      'then the other café',
      'The Café is closed',
    ]);
    expect(result?.messages[0]).toMatchObject({ member: { id: peerId }, sender: { id: peerId } });
    expect(result).toMatchObject({ conversations: [], isDone: true });
  });

  it('finds conversations and known members, existing conversations first', async () => {
    const db = await aDevice();
    const result = await found(db, 'len');
    expect(result?.conversations.map(({ key, isBegun }) => ({ key, isBegun }))).toEqual([
      { key: 'member:2', isBegun: true },
      { key: 'member:9', isBegun: false },
    ]);
    expect((await found(db, '@nora'))?.conversations).toHaveLength(1);
    expect((await found(db, 'global'))?.conversations.map(({ key }) => key)).toEqual(['global']);
  });

  it('limits the messages shown, across chunks', async () => {
    const db = newDatabase();
    await applyMessages(
      db,
      Array.from({ length: 1200 }, (_, i) => messageAt(i + 1, { content: `again ${i}` })),
    );
    const result = await found(db, 'again');
    expect(result?.messages).toHaveLength(foundMax);
    expect(result?.messages[0]?.message.content).toBe('again 1199');
    expect((await found(db, '"again 3"'))?.messages).toEqual([]);
    expect((await found(db, 'again 3'))?.messages[0]?.message.content).toBe('again 1193');
  });

  it('ignores case, accents and the spelling of letters', async () => {
    const db = newDatabase();
    await applyMessages(db, [messageAt(1, { content: 'Die Straße nach İzmir' })]);
    for (const query of ['strasse', 'izmir STRASSE', 'Straße'.normalize('NFD')]) {
      expect((await found(db, query))?.messages).toHaveLength(1);
    }
  });

  it('finds nothing for accents alone, so that earlier results leave', async () => {
    expect(await found(await aDevice(), "'")).toEqual({ conversations: [], messages: [], isDone: true });
  });

  it('drops messages that were deleted after it', async () => {
    const db = await aDevice();
    const result = await found(db, 'cafe');
    if (result === undefined) throw new Error('Nothing was found');
    const id = result.messages[0]?.message.id ?? '';
    await applyChanges(db, [{ type: 'message_deleted', id, position: '9' }], null);
    const remaining = await stillStored(db, result);
    expect(remaining.messages.map(({ message }) => message.content)).toEqual(['The Café is closed']);
  });

  it('reports nothing once aborted, and nothing for an empty query', async () => {
    const db = await aDevice();
    const reported: DeviceResults[] = [];
    const search = new AbortController();
    const searching = searchDevice(db, 'cafe', 'Global Chat', search.signal, (each) => reported.push(each));
    search.abort();
    await searching;
    expect(reported).toEqual([]);
    expect(await found(db, '  ')).toBeUndefined();
  });
});
