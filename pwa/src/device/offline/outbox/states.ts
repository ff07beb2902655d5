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
   * `until`: time of the retry in milliseconds since 1970; null waits for `requeueWaiting`. `asked`: the server named
   * it.
   */
  | {
      readonly state: 'waiting';
      readonly waitingFor: WaitingFor;
      readonly until: number | null;
      readonly asked: boolean;
    }
  /** `detail` is the server's sentence for people. */
  | { readonly state: 'failed'; readonly code: string; readonly detail: string };
