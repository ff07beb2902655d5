import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import { createStore, useStore } from '../../../base/storage/store.ts';
import type { OutboxStatus } from './status.ts';

/** Of an empty outbox. Apart from `outboxStatusOf`, which the first screen need not load. */
export const emptyOutbox: OutboxStatus = { waiting: 0, waitingFor: null, failed: 0, unsent: 0 };

/** The signed-in member's outbox. */
export const ownOutbox = createStore<OutboxStatus>(emptyOutbox);

const storageKey = 'unsent-messages';
/** Unsent messages by database name, so that a visitor's page need not open any. */
const countsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number()));

function readCounts(): Record<string, number> {
  const counts = v.safeParse(countsSchema, readItem(storageKey));
  return counts.success ? counts.output : {};
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const leftBehind = createStore(sum(readCounts()));

/** For display while no member is signed in. */
export function noteUnsent(database: string, count: number): void {
  const { [database]: _before, ...others } = readCounts();
  const counts = count === 0 ? others : { ...others, [database]: count };
  leftBehind.set(sum(counts));
  keepItem(storageKey, JSON.stringify(counts));
}

export const notedUnsent = (database: string): number => readCounts()[database] ?? 0;

/**
 * For a visitor, the total that waits for someone to sign in, without names. Loads no database, as `useUnreadCount`.
 */
export function useUnsent(isSignedIn: boolean): OutboxStatus {
  const own = useStore(ownOutbox);
  const waiting = useStore(leftBehind);
  if (isSignedIn) return own;
  return { ...emptyOutbox, waiting, waitingFor: waiting === 0 ? null : 'sign-in', unsent: waiting };
}
