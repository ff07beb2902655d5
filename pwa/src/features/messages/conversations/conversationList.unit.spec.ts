import Dexie, { type ObservabilitySet } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyChanges, changeOf } from '../../../device/offline/apply.ts';
import { chooseContact } from '../../../device/offline/blocks.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { messageAt, newDatabase, ownerId, peerId } from '../../../device/offline/forSpecs.ts';
import { claimNext, endClaim } from '../../../device/offline/outbox/claims.ts';
import { enqueue } from '../../../device/offline/outbox/queue.ts';
import { listReader, tablesOfList } from './conversationList.ts';

let db: MemberDatabase;
let changed: Set<string>;
const note = (parts: ObservabilitySet) => {
  const own = Object.keys(parts).filter((part) => part.includes(db.name));
  for (const part of own) changed.add(part.split('/')[3] ?? '');
};

beforeEach(() => {
  db = newDatabase();
  changed = new Set();
  Dexie.on('storagemutated', note);
});
afterEach(async () => {
  Dexie.on.storagemutated.unsubscribe(note);
  await db.delete();
});

const allTables = () => new Set(tablesOfList(db).map(({ name }) => name));
const key = `member:${peerId}` as const;

async function failFirst(): Promise<void> {
  const next = await claimNext(db, key, 0);
  const [row] = next.kind === 'send' ? next.rows : [];
  if (next.kind !== 'send' || row === undefined) throw new Error('Nothing is sent');
  await endClaim(db, row, next.attempt, { state: 'failed', code: 'x', detail: 'No' }, false);
}

it('is the same when read in parts, after any change', async () => {
  const read = listReader(db, 'place', 2);
  await read(allTables());
  const message = (position: number, senderId: number) => changeOf(messageAt(position, { senderId }));
  const member = { id: 7, username: 'seven', fullName: 'Seven', avatarUrl: null };
  const changes: readonly (() => Promise<unknown>)[] = [
    () => applyChanges(db, [message(1, peerId), message(2, 3), message(3, 4)], null),
    () => enqueue(db, { conversation: key, id: 'unsent', text: 'Hello' }, 0),
    () => failFirst(),
    () => db.drafts.put({ conversation: key, id: 'draft', text: 'A draft' }),
    () => db.drafts.put({ conversation: 'member:7', id: 'unlisted', text: 'To a stranger' }),
    () => db.members.put(member),
    () => db.draftAsides.put({ conversation: 'member:8', texts: ['Aside'] }),
    () => applyChanges(db, [changeOf(messageAt(4, { senderId: 4, isGlobal: true }))], null),
    () => chooseContact(db, { ...member, id: 4 }, true, new Date(0).toISOString()),
    () => applyChanges(db, [message(5, ownerId)], null),
  ];
  for (const change of changes) {
    changed = new Set();
    await change();
    expect(await read(changed)).toEqual(await listReader(db, 'place', 2)(allTables()));
  }
});

it('reads drafts and refusals again only if they changed, and after the database was removed', async () => {
  const read = listReader(db, 'place', 10);
  await db.drafts.put({ conversation: key, id: 'draft', text: 'A draft' });
  await read(allTables());
  const drafts = vi.spyOn(db.drafts, 'toArray');
  const outbox = vi.spyOn(db.outbox, 'where');
  await read(new Set(['conversations']));
  expect([drafts, outbox].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  db.close({ disableAutoOpen: false });
  await read(new Set(['conversations']));
  expect([drafts, outbox].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
