import { eventually } from '@pmcw/testing/eventually';
import Dexie from 'dexie';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unknownConversation } from './conversations.ts';
import type { MemberDatabase } from './database.ts';
import { ManualClock, messageAt, newDatabase, peerId } from './forSpecs.ts';
import { firstOrder } from './keys.ts';
import { moveCursor } from './step.ts';
import { Writer } from './writer.ts';

let db: MemberDatabase;
let clock: ManualClock;
let writer: Writer;

beforeEach(() => {
  db = newDatabase();
  clock = new ManualClock();
  writer = new Writer(db, clock);
});
afterEach(() => db.delete());

const pushed = (position: number) => {
  const message = messageAt(position, { senderId: peerId });
  return { type: 'new_message', message, position: message.position } as const;
};
const rest = () => eventually(() => expect(clock.waiting).toEqual([80]));

it('writes the first change at once, and those of the next 80 ms together', async () => {
  await writer.apply([pushed(1)], '1');
  await rest();
  const transactions = vi.spyOn(db, 'transaction');
  const written = [
    writer.apply([pushed(2)], '2'),
    writer.accept(messageAt(3)),
    writer.apply([pushed(4)], '4'),
  ];
  expect(await db.messages.count()).toBe(1);
  const readings = transactions.mock.calls.length;
  clock.advance(80);
  await Promise.all(written);
  expect(transactions.mock.calls.length - readings).toBeLessThanOrEqual(2);
  expect([await db.messages.count(), (await db.sync.get('cursor'))?.position]).toEqual([4, '4']);
});

it.each(['together', 'later'])('writes a message once that is acknowledged and pushed %s', async (when) => {
  const message = messageAt(1);
  const puts = vi.spyOn(db.messages, 'bulkPut');
  if (when === 'together') await writer.apply([pushed(2)], null);
  const acknowledged = writer.accept(message);
  if (when === 'later') await acknowledged;
  const written = writer.apply([{ type: 'new_message', message, position: '1' }], '1');
  await rest();
  clock.advance(80);
  await written;
  const ids = puts.mock.calls.flatMap(([rows]) => rows.map(({ id }) => id));
  expect(ids.filter((id) => id === message.id)).toHaveLength(1);
  expect((await db.sync.get('cursor'))?.position).toBe('1');
});

it('only moves the cursor for a message that was just acknowledged', async () => {
  const message = messageAt(1);
  await writer.accept(message);
  await rest();
  const reads = vi.spyOn(db.messages, 'bulkGet');
  const written = writer.apply([{ type: 'new_message', message, position: '1' }, pushed(2)], '2');
  clock.advance(80);
  await written;
  expect(reads.mock.calls.flatMap(([ids]) => ids)).not.toContain(message.id);
  expect([await db.messages.count(), (await db.sync.get('cursor'))?.position]).toEqual([2, '2']);
});

it('writes nothing for the acknowledgement of a message that was just pushed', async () => {
  const message = messageAt(1);
  await writer.apply([{ type: 'new_message', message, position: '1' }], '1');
  await rest();
  const transactions = vi.spyOn(db, 'transaction');
  const acknowledged = writer.accept(message);
  clock.advance(80);
  await acknowledged;
  expect(transactions).not.toHaveBeenCalled();
});

it.each(['another log', 'a failure'])(
  'writes an acknowledged message that %s kept from being stored',
  async (why) => {
    const message = messageAt(1);
    await moveCursor(db, '1', 'current');
    if (why === 'a failure') vi.spyOn(db.messages, 'bulkPut').mockRejectedValueOnce(new Error('Full'));
    const incarnation = why === 'a failure' ? 'current' : 'earlier';
    const pushing = writer.apply([{ type: 'new_message', message, position: '1' }], '1', incarnation);
    await Promise.allSettled([pushing]);
    expect(await db.messages.count()).toBe(0);
    await rest();
    const acknowledged = writer.accept(message);
    clock.advance(80);
    await acknowledged;
    expect(await db.messages.count()).toBe(1);
  },
);

it('reports no change of what is stored already', async () => {
  const change = pushed(1);
  await writer.apply([change], null);
  await rest();
  const mutated = vi.fn();
  Dexie.on('storagemutated', mutated);
  clock.advance(80);
  await writer.apply([change], null);
  Dexie.on.storagemutated.unsubscribe(mutated);
  const tables = mutated.mock.calls.flatMap(([parts]) => Object.keys(parts));
  expect(tables.filter((part) => part.includes(db.name))).toEqual([]);
});

it('restores a message that arrived and was deleted in the same transaction', async () => {
  await db.conversations.put({
    ...unknownConversation('member:2'),
    history: { from: firstOrder, older: null },
  });
  await writer.apply([pushed(1)], '1');
  await rest();
  const arrived = pushed(2);
  const { message } = arrived;
  const written = writer.apply(
    [
      arrived,
      { type: 'message_deleted', id: message.id, position: '3' },
      { type: 'message_restored', message, position: '4' },
    ],
    '4',
  );
  clock.advance(80);
  await written;
  expect(await db.messages.get(message.id)).toMatchObject({ content: message.content });
  expect(await db.deletions.get(message.id)).toBeUndefined();
});

it('reports a failure to all whose changes were in it, stores none, and continues', async () => {
  await writer.apply([pushed(1)], '1');
  await rest();
  vi.spyOn(db.messages, 'bulkPut').mockRejectedValueOnce(new Error('Full'));
  const own = messageAt(3);
  const lost = Promise.allSettled([writer.apply([pushed(2)], '2'), writer.accept(own)]);
  clock.advance(80);
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await db.messages.count(), (await db.sync.get('cursor'))?.position]).toEqual([1, '1']);
  await rest();
  const retried = writer.accept(own);
  clock.advance(80);
  await retried;
  expect(await db.messages.count()).toBe(2);
});

it('never moves the cursor back', async () => {
  await moveCursor(db, '9');
  await writer.apply([pushed(2)], '2');
  expect((await db.sync.get('cursor'))?.position).toBe('9');
});
