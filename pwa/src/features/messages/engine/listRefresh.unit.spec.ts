import type { Conversation } from '@pmcw/contracts';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyDeletion } from '../../../device/offline/apply.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { applyMessages, ManualClock, messageAt, newDatabase } from '../../../device/offline/forSpecs.ts';
import * as api from './api.ts';
import { ListRefresh } from './listRefresh.ts';

const day = 24 * 60 * 60 * 1000;
const pages = 3;

let db: MemberDatabase;
let clock: ManualClock;
/** Pages that the server was asked for. */
let fetched: number;
let requestsFetched: number;

const conversationWith = (userId: number): Conversation => ({
  ...{ userId, username: `member${userId}`, fullName: `Member ${userId}`, avatarUrl: null },
  ...{ unreadCount: 1, lastMessage: messageAt(userId, { senderId: userId, receiverId: 1 }), readUpTo: '0' },
});

beforeEach(async () => {
  db = newDatabase();
  clock = new ManualClock();
  fetched = 0;
  requestsFetched = 0;
  vi.spyOn(api, 'fetchGlobalUnread').mockResolvedValue({ count: 0 });
  vi.spyOn(api, 'fetchConversations').mockImplementation(async function* (_, list) {
    if (list === 'requests') {
      requestsFetched += 1;
      const lastMessage = messageAt(50, { senderId: 50, receiverId: 1, isRequest: true });
      yield [{ ...conversationWith(50), isRequest: true, lastMessage }];
      return;
    }
    for (let page = 0; page < pages; page += 1) {
      fetched += 1;
      yield [conversationWith(100 - page)];
    }
  });
  await db.sync.put({ id: 'cursor', position: '200' });
});
afterEach(() => {
  vi.restoreAllMocks();
  return db.delete();
});

/** As after a start of the app. */
async function pagesFetched(list = new ListRefresh(db, clock)): Promise<number> {
  const before = fetched;
  await list.refresh();
  return fetched - before;
}

describe('fetching the list', () => {
  it('fetches the whole list once a day, and otherwise its first page', async () => {
    expect(await pagesFetched()).toBe(pages);
    expect(await db.conversations.orderBy('place').count()).toBe(pages);
    expect(await db.conversations.orderBy('request').count()).toBe(1);
    expect(await pagesFetched()).toBe(1);
    expect(requestsFetched).toBe(1);
    clock.advance(day - 1);
    expect(await pagesFetched()).toBe(1);
    clock.advance(1);
    expect(await pagesFetched()).toBe(pages);
    clock.setBack(2 * day);
    expect(await pagesFetched()).toBe(pages);
  });

  it('fetches the whole list until its position is known', async () => {
    await db.sync.clear();
    expect(await pagesFetched()).toBe(pages);
    expect(await pagesFetched()).toBe(pages);
    const list = new ListRefresh(db, clock);
    const first = list.refresh();
    await db.sync.put({ id: 'cursor', position: '200' });
    list.again();
    await first;
    await eventually(() => expect(list.isFetched).toBe(true));
    // The first page, which came before the position, and then all.
    expect(fetched).toBe(3 * pages + 1);
  });

  it('fetches the whole list after a failure, and after the log of the server was replaced', async () => {
    vi.spyOn(api, 'fetchGlobalUnread').mockRejectedValueOnce(new Error('The network is gone'));
    await expect(pagesFetched()).rejects.toThrow('The network is gone');
    expect(await pagesFetched()).toBe(pages);
    await db.sync.clear();
    await db.sync.put({ id: 'cursor', position: '300' });
    expect(await pagesFetched()).toBe(pages);
  });

  it('fetches the whole list after the log was replaced during the fetch', async () => {
    const list = new ListRefresh(db, clock);
    vi.spyOn(api, 'fetchGlobalUnread').mockImplementationOnce(async () => {
      await db.sync.put({ id: 'cursor', position: '5' });
      return { count: 0 };
    });
    expect(await pagesFetched(list)).toBe(pages);
    expect(await pagesFetched(list)).toBe(pages);
  });

  it('fetches the whole list after a change that only the server can answer, also after a restart', async () => {
    expect(await pagesFetched()).toBe(pages);
    const message = messageAt(201, { senderId: 99, receiverId: 1 });
    await applyMessages(db, [message]);
    expect(await pagesFetched()).toBe(1);
    // Which message is then the last one is unknown.
    expect(await applyDeletion(db, message.id)).toEqual({ listIsStale: true });
    expect(await pagesFetched()).toBe(pages);
    expect(await pagesFetched()).toBe(1);
  });

  it('fetches the whole list again if it became stale while it was fetched', async () => {
    const list = new ListRefresh(db, clock);
    const first = list.refresh();
    list.stale();
    await first;
    // Noted after the last page of the second fetch.
    await eventually(async () => expect((await db.sync.get('cursor'))?.wholeListAt).toBeDefined());
    expect(fetched).toBe(2 * pages);
    expect(await pagesFetched(list)).toBe(1);
  });
});
