import Dexie, { type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import type { MemberDatabase, OutboxRow } from '../database.ts';
import { type ConversationKey, isConversationKey } from '../keys.ts';
import { type Delivery, mayMove, type SendState, type WaitingFor, waitMostMs } from './states.ts';

/** Transactions that move the states of outgoing messages, a lane's worth at a time. */

/** Messages of a lane that are claimed at once. The next claim waits until all of these are stored as sent. */
const claimMost = 256;

export interface Claim {
  /** Identifies the claim, so that late answers to earlier ones are ignored. */
  readonly attempt: string;
  /** In sending order. */
  readonly rows: readonly OutboxRow[];
}

type NextInLane =
  | ({ readonly kind: 'send' } & Claim)
  | { readonly kind: 'later'; readonly waitMs: number }
  | { readonly kind: 'nothing' };

/**
 * Claims the next messages of a lane. Skips refused ones; one that waits or is being sent blocks those behind it.
 * @param now milliseconds since 1970
 * @param hasWaited the caller waited as long as the last `later` said, whatever the clock says now
 */
export function claimNext(
  db: MemberDatabase,
  lane: ConversationKey,
  now: number,
  hasWaited = false,
): Promise<NextInLane> {
  return db.transaction('rw', db.outbox, async (): Promise<NextInLane> => {
    const rows = await unrefused(db, lane, claimMost);
    const [head, ...others] = rows;
    const waitMs = head === undefined ? null : waitOf(head.delivery, now);
    if (head === undefined || waitMs === null) return { kind: 'nothing' };
    if (waitMs > 0 && !hasWaited) return { kind: 'later', waitMs };
    const blocking = others.findIndex(({ delivery }) => waitOf(delivery, now) !== 0);
    const claimed = [head, ...others.slice(0, blocking === -1 ? others.length : blocking)];
    const attempt = uuidv7();
    await setDeliveries(db, claimed, { state: 'sending', attempt });
    return { kind: 'send', rows: claimed, attempt };
  });
}

const unclaimedStates = new RangeSet().addKeys(['failed', 'queued', 'waiting'] satisfies SendState[]);

/** Whether a transaction only claimed messages, as far as can be seen: not if they were many. */
export function isClaim({ name }: MemberDatabase, parts: ObservabilitySet): boolean {
  const outbox = `idb://${name}/outbox/`;
  const states = parts[`${outbox}delivery.state`];
  const isOnlyOutbox = Object.keys(parts).every((part) => part.startsWith(outbox));
  return isOnlyOutbox && states !== undefined && !rangesOverlap(states, unclaimedStates);
}

/**
 * Milliseconds until it may be sent; null if time alone does not end the wait. A clock that was set back does not
 * lengthen it: such a wait, or one that is impossibly long, is over.
 */
function waitOf(delivery: Delivery, now: number): number | null {
  if (delivery.state === 'sending') return null;
  if (delivery.state !== 'waiting') return 0;
  const { since, until } = delivery;
  if (until === null) return null;
  return now < since || until - now > waitMostMs ? 0 : Math.max(0, until - now);
}

/** Those that a claim still has; others were canceled, sent otherwise, or claimed by another tab. */
export async function stillClaimed(
  db: MemberDatabase,
  attempt: string,
  rows: readonly OutboxRow[],
): Promise<readonly OutboxRow[]> {
  const now = await db.outbox.bulkGet(rows.map(({ seq }) => seq));
  return now.flatMap((row) => (row !== undefined && isClaimed(row, attempt) ? row : []));
}

/**
 * Ends the claim of a message without success, unless the claim no longer has it.
 * @param isUnclear whether the server may have it nevertheless
 * @returns whether it had it
 */
export function endClaim(
  db: MemberDatabase,
  { seq }: OutboxRow,
  attempt: string,
  end: Extract<Delivery, { state: 'waiting' | 'failed' }>,
  isUnclear: boolean,
): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const row = await db.outbox.get(seq);
    if (row === undefined || !isClaimed(row, attempt)) return false;
    await setDeliveries(db, [row], end, isUnclear ? 1 : 0);
    return true;
  });
}

/**
 * Queues again what a claim still has.
 * @param unclear ids of messages that the server may have
 */
export function putBack(
  db: MemberDatabase,
  { rows, attempt }: Claim,
  unclear: readonly string[],
): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    const left = await stillClaimed(db, attempt, rows);
    const mayHaveArrived = ({ id }: OutboxRow) => unclear.includes(id);
    await setDeliveries(db, left.filter(mayHaveArrived), { state: 'queued' }, 1);
    await setDeliveries(
      db,
      left.filter((row) => !mayHaveArrived(row)),
      { state: 'queued' },
    );
  });
}

/** Fails a message whose recipient is gone, in any state. Call it inside a transaction. */
export async function refuseMessage(
  db: MemberDatabase,
  row: OutboxRow,
  code: string,
  detail: string,
): Promise<void> {
  if (row.delivery.state !== 'failed') await setDeliveries(db, [row], { state: 'failed', code, detail });
}

/** Queues again messages that were being sent when the tab or worker died; they keep their ids. */
export function requeueInterrupted(db: MemberDatabase): Promise<void> {
  return requeue(db, 'sending', () => true, 1);
}

/** Queues again messages that wait for one of these, unless the server asked to wait. */
export function requeueWaiting(db: MemberDatabase, ...reasons: readonly WaitingFor[]): Promise<void> {
  return requeue(
    db,
    'waiting',
    ({ delivery }) =>
      delivery.state === 'waiting' && !delivery.asked && reasons.includes(delivery.waitingFor),
  );
}

/** As `requeueWaiting`, but for the member, who may override the server. */
export function requeueAll(db: MemberDatabase): Promise<void> {
  return requeue(db, 'waiting', () => true);
}

export function retryMessage(db: MemberDatabase, id: string): Promise<void> {
  return requeue(db, 'failed', (row) => row.id === id);
}

export async function lanesOf(db: MemberDatabase): Promise<ConversationKey[]> {
  return (await db.outbox.orderBy('lane').uniqueKeys()).filter(isConversationKey);
}

/** The message that the rest of the lane waits for; skips refused ones. */
export async function headOf(db: MemberDatabase, lane: ConversationKey): Promise<OutboxRow | undefined> {
  return (await unrefused(db, lane, 1))[0];
}

/** The first messages of a lane that were not refused, in sending order. */
async function unrefused(db: MemberDatabase, lane: ConversationKey, most: number): Promise<OutboxRow[]> {
  const found: OutboxRow[] = [];
  let after = 0;
  for (;;) {
    const rows = await db.outbox
      .where('[lane+seq]')
      .between([lane, after], [lane, Dexie.maxKey], false, true)
      .limit(most)
      .toArray();
    found.push(...rows.filter(({ delivery }) => delivery.state !== 'failed'));
    const last = rows.at(-1);
    if (last === undefined || rows.length < most || found.length >= most) return found.slice(0, most);
    after = last.seq;
  }
}

/** @param unclear how many attempts this ends without a clear answer */
function requeue(
  db: MemberDatabase,
  from: SendState,
  isMeant: (row: OutboxRow) => boolean,
  unclear = 0,
): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('delivery.state').equals(from).toArray();
    await setDeliveries(db, rows.filter(isMeant), { state: 'queued' }, unclear);
  });
}

function isClaimed({ delivery }: OutboxRow, attempt: string): boolean {
  return delivery.state === 'sending' && delivery.attempt === attempt;
}

/** @param unclear how many attempts this ends without a clear answer */
async function setDeliveries(
  db: MemberDatabase,
  rows: readonly OutboxRow[],
  delivery: Delivery,
  unclear = 0,
): Promise<void> {
  for (const row of rows) {
    if (mayMove(row.delivery.state, delivery.state)) continue;
    throw new Error(`An outgoing message can't move from ${row.delivery.state} to ${delivery.state}`);
  }
  if (rows.length === 0) return;
  await db.outbox.bulkPut(rows.map((row) => ({ ...row, delivery, attempts: row.attempts + unclear })));
}
