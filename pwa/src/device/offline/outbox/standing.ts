import type { OutboxRow } from '../database.ts';
import type { ConversationKey } from '../keys.ts';
import type { WaitingFor } from './states.ts';

/** How the outbox stands as a whole. */
export interface Standing {
  /** Messages that are held up. One that goes out at its first try is not counted, nor what was given up. */
  readonly waiting: number;
  /** What they wait for; where lanes differ, what the owner can do most about. Null while none wait. */
  readonly waitingFor: WaitingFor | null;
  /** Messages that were refused and wait for the owner to decide. */
  readonly failed: number;
  /** All that the server does not have. */
  readonly unsent: number;
}

/** The more the owner can do about it, the earlier. */
const urgency = ['sign-in', 'network', 'server'] as const satisfies readonly WaitingFor[];

/**
 * Sums the outbox up. A lane is held up once its first message has tried in vain, also for the moments in which it is
 * tried again: what is counted does not flicker.
 * @param rows in the order in which they were sent
 */
export function standingOf(rows: readonly OutboxRow[]): Standing {
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

/** Why a message holds up its lane; null when it does not. */
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
