import { eventually } from '@pmcw/testing/eventually';
import { expect, it, vi } from 'vitest';
import { unknownConversation } from '../../../device/offline/conversations.ts';
import { newDatabase, peerId } from '../../../device/offline/forSpecs.ts';
import { orderOf, unsavedOrder } from '../../../device/offline/keys.ts';
import { claimNext, endClaim, putBack } from '../../../device/offline/outbox/claims.ts';
import { enqueue } from '../../../device/offline/outbox/queue.ts';
import { storedQuery } from '../../../device/offline/useStored.ts';
import {
  hasOnlyLast,
  newerWindow,
  newestWindow,
  olderWindow,
  readThread,
  stepSize,
  unreadThread,
  windowAround,
  windowMax,
  withUnsaved,
} from './threadWindow.ts';

const key = 'member:2';

/** A device with a thread of so many messages, m1 the first. */
async function deviceWith(count: number) {
  const db = newDatabase();
  const messages = Array.from({ length: count }, (_, i) => ({
    ...({ id: `m${i + 1}`, conversation: key, order: orderOf(String(i + 1)), senderId: peerId } as const),
    ...{ content: '', voice: null, createdAt: new Date(i * 1000).toISOString() },
  }));
  await db.messages.bulkPut(messages);
  return db;
}

it('scrolls through a long thread and back within the limit, without skipping a message', async () => {
  const count = 1000;
  const db = await deviceWith(count);
  const seen = new Set<string>();
  let read = await readThread(db, key, newestWindow);
  const turnTo = async (window: typeof read.window) => {
    const before = read.messages;
    read = await readThread(db, key, window);
    expect(read.messages.length).toBeLessThanOrEqual(windowMax);
    // The windows overlap, which keeps the reader's place.
    expect(read.messages.some(({ id }) => before.some((other) => other.id === id))).toBe(true);
    expect(read.latest.map(({ id }) => id)).toEqual(['m998', 'm999', 'm1000']);
    for (const { id } of read.messages) seen.add(id);
  };
  expect(read.messages.length).toBe(newestWindow.size);
  while (read.before !== undefined) await turnTo(olderWindow(read));
  expect(seen.size).toBe(count);
  expect(read.messages[0]?.id).toBe('m1');
  expect(read.after?.id).toBe(`m${read.messages.length + 1}`);
  seen.clear();
  for (const { id } of read.messages) seen.add(id);
  while (read.after !== undefined) await turnTo(await newerWindow(db, read));
  expect(read.window.until).toBeNull();
  expect(read.messages.at(-1)?.id).toBe('m1000');
  expect(seen.size).toBe(count);
});

const unsaved = {
  ...{ order: unsavedOrder, senderId: 1, voice: null, createdAt: new Date(0).toISOString() },
  ...({ id: 'here', conversation: key, content: 'typed at once' } as const),
};

it('waits for more only if it has nothing but the last message of the list', async () => {
  const aloneIn = async (count: number) => {
    const thread = await readThread(await deviceWith(count), key, newestWindow);
    return [hasOnlyLast(thread), hasOnlyLast(withUnsaved(thread, [unsaved]))];
  };
  expect([await aloneIn(0), await aloneIn(1), await aloneIn(2)]).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ]);
  const db = await deviceWith(1);
  await db.conversations.put({ ...unknownConversation(key), history: { from: orderOf('1'), older: null } });
  expect(hasOnlyLast(await readThread(db, key, newestWindow))).toBe(false);
});

it('shows what is being stored before it is read, and nothing of other threads', () => {
  const elsewhere = { ...unsaved, id: 'elsewhere', conversation: 'global' } as const;
  expect(unreadThread(key, [elsewhere, unsaved])).toMatchObject({
    ...{
      conversation: unknownConversation(key),
      window: newestWindow,
      messages: [unsaved],
      before: undefined,
    },
  });
  expect(unreadThread(key, [elsewhere])).toBeUndefined();
});

it('follows the newest messages as they arrive', async () => {
  const db = await deviceWith(70);
  await db.messages.add({
    ...{ id: 'new', conversation: key, order: orderOf('71'), senderId: peerId },
    ...{ content: '', voice: null, createdAt: new Date().toISOString() },
  });
  const read = await readThread(db, key, newestWindow);
  expect(read.messages.at(-1)?.id).toBe('new');
  expect(read.after).toBeUndefined();
  expect(await newerWindow(db, read)).toBe(newestWindow);
});

it('opens with a message in its middle, or at the newest if too few follow or older ones are missing', async () => {
  const db = await deviceWith(1000);
  const around = async (n: number) => readThread(db, key, await windowAround(db, key, orderOf(String(n))));
  const middle = (await around(500)).messages.map(({ id }) => id);
  expect([middle.length, middle.indexOf('m500')]).toEqual([stepSize, stepSize / 2 - 1]);
  expect((await around(990)).window).toEqual({ until: null, size: stepSize });
  await db.conversations.put({
    ...unknownConversation(key),
    history: { from: orderOf('600'), older: 'further' },
  });
  expect((await around(500)).window).toEqual(newestWindow);
});

it('reads the outbox rows of the shown messages and the one they wait for, and no others', async () => {
  const db = newDatabase();
  const count = newestWindow.size + 5;
  const text = (n: number) => `text ${n}`;
  for (let n = 0; n < count; n += 1) await enqueue(db, { conversation: key, id: `d${n}`, text: text(n) }, n);
  const next = await claimNext(db, key, 0);
  if (next.kind !== 'send') throw new Error('Nothing is sent');
  const [head] = next.rows;
  if (head === undefined) throw new Error('Nothing is claimed');
  const waiting = { state: 'waiting', waitingFor: 'network', since: 0, until: 9, asked: false } as const;
  await endClaim(db, head, next.attempt, waiting, true);
  await putBack(db, next, []);
  const { messages, outbox } = await readThread(db, key, newestWindow);
  expect(messages.map(({ content }) => content)).toEqual(
    Array.from({ length: newestWindow.size }, (_, i) => text(count - newestWindow.size + i)),
  );
  expect(outbox.map(({ content }) => content)).toEqual([text(0), ...messages.map(({ content }) => content)]);
  expect(outbox[0]?.delivery).toEqual(waiting);
});

it('is read once for the screen, in one transaction, also with an unsent message', async () => {
  const db = newDatabase();
  await enqueue(db, { conversation: key, id: 'unsent', text: 'Hello' }, 0);
  const read = vi.fn(() => readThread(db, key, newestWindow));
  const shown = vi.fn();
  const watching = storedQuery(read).subscribe(shown);
  await eventually(() => expect(shown).toHaveBeenCalledOnce());
  watching.unsubscribe();
  expect(read).toHaveBeenCalledOnce();
});

it('reads unsent messages by their range, however many are shown', async () => {
  const db = newDatabase();
  for (let n = 0; n < 5; n += 1) await enqueue(db, { conversation: key, id: `d${n}`, text: 'Hello' }, n);
  const single = vi.spyOn(db.outbox, 'bulkGet');
  const { outbox } = await readThread(db, key, newestWindow);
  expect(outbox.map(({ id }) => id)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4']);
  expect(single).not.toHaveBeenCalled();
});
