import Dexie, { type ObservabilitySet } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MemberDatabase } from '../database.ts';
import { applyMessages, messageAt, newDatabase } from '../forSpecs.ts';
import { cancelMessage } from './cancelling.ts';
import { claimNext, isClaim, putBack } from './claims.ts';
import { enqueue } from './queue.ts';

const lane = 'member:2';
let db: MemberDatabase;
let seen: boolean[];
const note = (parts: ObservabilitySet) => {
  if (Object.keys(parts).some((part) => part.includes(db.name))) seen.push(isClaim(db, parts));
};

beforeEach(async () => {
  db = newDatabase();
  await db.open();
  seen = [];
  Dexie.on('storagemutated', note);
});
afterEach(async () => {
  Dexie.on.storagemutated.unsubscribe(note);
  await db.delete();
});

const queue = (id: string) => enqueue(db, { conversation: lane, id, text: id }, 0);
async function claim() {
  const next = await claimNext(db, lane, 0);
  if (next.kind !== 'send') throw new Error('Nothing is sent');
  return next;
}
/** Whether each of its transactions looks like a claim. */
async function looksLikeClaim(change: () => Promise<unknown>): Promise<boolean[]> {
  seen = [];
  await change();
  return seen;
}

it('distinguishes a claim from all other changes of the outbox', async () => {
  expect(await looksLikeClaim(() => queue('one'))).toEqual([false]);
  expect(await looksLikeClaim(claim)).toEqual([true]);
  expect(await looksLikeClaim(() => cancelMessage(db, 'one'))).toEqual([false]);
  await claim();
  await queue('two');
  expect(await looksLikeClaim(() => db.outbox.where('lane').equals(lane).delete())).toEqual([false]);
  await queue('three');
  const claimed = await claim();
  expect(await looksLikeClaim(() => putBack(db, claimed, []))).toEqual([false]);
  await claim();
  const message = messageAt(1, { id: 'three' });
  expect(await looksLikeClaim(() => applyMessages(db, [message]))).toEqual([false]);
});

it('does not recognize a claim of many messages', async () => {
  for (let n = 0; n < 50; n += 1) await queue(`m${n}`);
  expect(await looksLikeClaim(claim)).toEqual([false]);
});
