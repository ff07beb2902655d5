import type { OutboxRow } from '../database.ts';
import type { ConversationKey } from '../keys.ts';
import type { WaitingFor } from './states.ts';

export interface OutboxStatus {
  /** Blocked messages; excludes those in their first attempt and canceled ones. */
  readonly waiting: number;
  /** The reason; if lanes differ, the one the owner can influence most. Null while none wait. */
  readonly waitingFor: WaitingFor | null;
  readonly failed: number;
  /** All messages that the server lacks. */
  readonly unsent: number;
}

/** Most influence of the owner first. */
const urgency = ['sign-in', 'network', 'server'] as const satisfies readonly WaitingFor[];

/**
 * A lane is blocked once its first message failed an attempt, also during retries, so that counts don't flicker.
 * @param rows in sending order
 */
export function outboxStatusOf(rows: readonly OutboxRow[]): OutboxStatus {
  const messages = rows.filter(({ task }) => task === 'send');
  const reasons: WaitingFor[] = [];
  let waiting = 0;
  for (const lane of byLane(messages.filter(({ delivery }) => delivery.state !== 'failed')).values()) {
    const reason = reasonOf(lane[0]);
    if (reason === null) continue;
    reasons.push(reason);
    waiting += lane.length;
  }
  return {
    waiting,
    waitingFor: urgency.find((reason) => reasons.includes(reason)) ?? null,
    failed: messages.filter(({ delivery }) => delivery.state === 'failed').length,
    unsent: messages.length,
  };
}

/** Null if the message does not block its lane. */
function reasonOf(first: OutboxRow | undefined): WaitingFor | null {
  if (first?.delivery.state === 'waiting') return first.delivery.waitingFor;
  return first !== undefined && first.attempts > 0 ? 'server' : null;
}

function byLane(rows: readonly OutboxRow[]): ReadonlyMap<ConversationKey, readonly OutboxRow[]> {
  const lanes = new Map<ConversationKey, OutboxRow[]>();
  for (const row of rows) {
    const lane = lanes.get(row.lane);
    if (lane === undefined) lanes.set(row.lane, [row]);
    else lane.push(row);
  }
  return lanes;
}
