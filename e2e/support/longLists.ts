import type { Page } from 'playwright-core';

/** Text of the n-th message of a long thread, from 0. */
export const lineOf = (n: number): string => `Line ${n}.`;

/** Script that opens the page's database. */
const inDatabase = `const database = await new Promise(async (resolve, reject) => {
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('messages-of-'));
  const opening = indexedDB.open(name);
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
});
const done = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve(null);
  transaction.onerror = () => reject(transaction.error);
});
const at = (n) => new Date(Date.UTC(2024, 0, 1) + n * 7 * 60_000).toISOString();`;

/**
 * Puts a whole thread with a member onto the device, older than all messages on the server, as if it had all been read.
 * The conversation must be known there.
 */
export async function fillThread(page: Page, peerId: number, ownerId: number, count: number): Promise<void> {
  await page.evaluate(`(async () => {
    ${inDatabase}
    const key = 'member:${peerId}';
    const writing = database.transaction(['messages', 'conversations'], 'readwrite');
    const messages = writing.objectStore('messages');
    for (let n = 0; n < ${count}; n += 1) {
      messages.put({
        id: 'line-' + n, conversation: key, order: '0'.repeat(19) + '.' + String(n).padStart(6, '0'),
        senderId: n % 3 === 0 ? ${ownerId} : ${peerId}, voice: null, createdAt: at(n),
        content: 'Line ' + n + '.' + ' And so on, and on.'.repeat((n * 7) % 23),
      });
    }
    const conversations = writing.objectStore('conversations');
    const asking = conversations.get(key);
    asking.onsuccess = () => conversations.put({
      ...asking.result, history: { from: '0'.repeat(19), older: null },
    });
    await done(writing);
    database.close();
  })()`);
}

/**
 * Puts conversations with members whom the server does not know onto the device, newest last, with 120 unread messages
 * in the last.
 */
export async function fillList(page: Page, count: number): Promise<void> {
  await page.evaluate(`(async () => {
    ${inDatabase}
    const writing = database.transaction(['members', 'conversations'], 'readwrite');
    const zero = '0'.repeat(19);
    for (let n = 0; n < ${count}; n += 1) {
      const id = 100_000 + n;
      const key = 'member:' + id;
      const member = { id, username: 'somebody_' + n, fullName: 'Somebody ' + n, avatarUrl: null };
      writing.objectStore('members').put(member);
      writing.objectStore('conversations').put({
        key, member, lastSender: member, place: [1, -n / ${count}], readUpTo: zero, toldUpTo: zero, peerReadUpTo: zero,
        counted: { unread: 0, upTo: zero }, unreadCount: n === ${count - 1} ? 120 : 0,
        settings: { mute: { until: null, at: zero }, unreadMark: { isSet: false, at: zero } }, wish: null,
        isRequest: false, deletedUpTo: zero,
        lastMessage: {
          id: 'last-' + n, conversation: key, order: zero + '.' + String(n).padStart(6, '0'), senderId: id, voice: null,
          createdAt: at(n), content: 'The last word of ' + n,
        },
        history: null,
      });
    }
    await done(writing);
    database.close();
  })()`);
}
