import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import { createStore, useStore } from '../../../base/storage/store.ts';
import type { Standing } from './standing.ts';

/** Of an empty outbox. Not beside `standingOf`, which need not come with the first screen. */
export const nothingStands: Standing = { waiting: 0, waitingFor: null, failed: 0, unsent: 0 };

/** How the outbox of the signed-in member stands; kept by the messenger. */
export const ownOutbox = createStore<Standing>(nothingStands);

const storageKey = 'unsent-messages';
/** Messages that wait, by the name of the database in which they do: a visitor's page need not open any. */
const countsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number()));

function readCounts(): Record<string, number> {
  const counts = v.safeParse(countsSchema, readItem(storageKey));
  return counts.success ? counts.output : {};
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const leftBehind = createStore(sum(readCounts()));

/** Remembers how much waits in a member's database, for when nobody is signed in. */
export function noteUnsent(database: string, count: number): void {
  const { [database]: _before, ...others } = readCounts();
  const counts = count === 0 ? others : { ...others, [database]: count };
  leftBehind.set(sum(counts));
  keepItem(storageKey, JSON.stringify(counts));
}

/** How many messages were waiting in a member's database when that was last looked at. */
export const notedUnsent = (database: string): number => readCounts()[database] ?? 0;

/**
 * What the header says of messages that are not sent: a member's own; to a visitor how many wait for somebody to sign in,
 * and not whose. Light, as `useUnreadCount`.
 */
export function useUnsent(isSignedIn: boolean): Standing {
  const own = useStore(ownOutbox);
  const waiting = useStore(leftBehind);
  if (isSignedIn) return own;
  return { ...nothingStands, waiting, waitingFor: waiting === 0 ? null : 'sign-in', unsent: waiting };
}
