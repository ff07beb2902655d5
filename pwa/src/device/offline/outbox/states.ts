/** `accepted` and `cancelled` are final; the row is deleted with them. */
export type SendState = 'queued' | 'sending' | 'waiting' | 'failed' | 'accepted' | 'cancelled';

/**
 * `accepted` is reachable from every state: an acknowledgement, the pushed message or an HTTP answer may prove it, even
 * after a reload.
 */
export const allowedMoves = {
  /** `failed` without an attempt: the recipient is gone. */
  queued: ['sending', 'failed', 'accepted', 'cancelled'],
  /**
   * Back to `queued` when the sender was killed or replaced by another tab. A `cancelled` one may have arrived; then it
   * is withdrawn (`cancelling.ts`).
   */
  sending: ['queued', 'waiting', 'failed', 'accepted', 'cancelled'],
  waiting: ['queued', 'sending', 'failed', 'accepted', 'cancelled'],
  failed: ['queued', 'accepted', 'cancelled'],
  accepted: [],
  cancelled: [],
} as const satisfies Record<SendState, readonly SendState[]>;

export function mayMove(from: SendState, to: SendState): boolean {
  const targets: readonly SendState[] = allowedMoves[from];
  return targets.includes(to);
}

/** A proxy may ask for hours or years; the member has waited long enough after this time. */
export const waitMostMs = 5 * 60_000;

export type WaitingFor =
  | 'network'
  /** The server is busy or broken, or asked to wait. */
  | 'server'
  /** The session ended; the queue stays for its owner. */
  | 'sign-in';

export type Delivery =
  | { readonly state: 'queued' }
  /** `attempt` identifies the current try, so that late answers to older ones are ignored. */
  | { readonly state: 'sending'; readonly attempt: string }
  /**
   * `since` and `until`: start and end of the wait in milliseconds since 1970; without an end it waits for
   * `requeueWaiting`. `asked`: the server named the end.
   */
  | {
      readonly state: 'waiting';
      readonly waitingFor: WaitingFor;
      readonly since: number;
      readonly until: number | null;
      readonly asked: boolean;
    }
  /** `detail` is the server's sentence for people. */
  | { readonly state: 'failed'; readonly code: string; readonly detail: string };
