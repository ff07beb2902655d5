/** The life of an outgoing message. `accepted` and `cancelled` end it, and its row goes with them. */
export type SendState = 'queued' | 'sending' | 'waiting' | 'failed' | 'accepted' | 'cancelled';

/**
 * Every allowed move. `accepted` is reachable from everywhere that a row can be: the proof that the server has the
 * message may come as an acknowledgement, as the pushed message or as an HTTP answer, and after a reload.
 */
export const allowedMoves = {
  /** `failed` without having been tried: whom it is for is gone. */
  queued: ['sending', 'failed', 'accepted', 'cancelled'],
  /**
   * Back to `queued` when the sender was killed, or another tab took over, before an answer came. Cancelled it may have
   * arrived all the same: then it is withdrawn (`givingUp.ts`).
   */
  sending: ['queued', 'waiting', 'failed', 'accepted', 'cancelled'],
  waiting: ['queued', 'sending', 'failed', 'accepted', 'cancelled'],
  failed: ['queued', 'accepted', 'cancelled'],
  accepted: [],
  cancelled: [],
} as const satisfies Record<SendState, readonly SendState[]>;

/** Whether a message may go from one state to the other. */
export function mayMove(from: SendState, to: SendState): boolean {
  const targets: readonly SendState[] = allowedMoves[from];
  return targets.includes(to);
}

/** What a waiting message waits for. */
export type WaitingFor =
  /** The device reaches nothing. */
  | 'network'
  /** The server is there but busy or broken, or asked for patience. */
  | 'server'
  /** The session ended; the queue is kept for its owner. */
  | 'sign-in';

/** Where an outgoing message stands, with what belongs to that state. */
export type Delivery =
  | { readonly state: 'queued' }
  /** `attempt` names the try in flight, so that a late answer to an older one changes nothing. */
  | { readonly state: 'sending'; readonly attempt: string }
  /** `until` is when to try again, in milliseconds since 1970; null waits for `wake`. `asked` when the server named it. */
  | {
      readonly state: 'waiting';
      readonly waitingFor: WaitingFor;
      readonly until: number | null;
      readonly asked: boolean;
    }
  /** Refused for good; `detail` is the server's sentence for a person. */
  | { readonly state: 'failed'; readonly code: string; readonly detail: string };
