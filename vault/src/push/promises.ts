/** Where a browser is told of messages while no page of the product is open, as it gave it (Push API). */
export interface PushTarget {
  /** Address at a push service. Checking whose it is, is the caller's. */
  readonly endpoint: string;
  /** With these the browser alone can read what is sent; base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** Whether the member wants to see there what messages say. */
  readonly showsText: boolean;
}

/** By which push services know this product (VAPID), on P-256 and in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Push subscriptions, one for a session and gone with it, and what those who send agree on. */
export interface Push {
  /** The pair of this vault: made by whoever asks first, the same for ever; the private one is stored wrapped. */
  keys(): Promise<VapidKeys>;
  /**
   * Keeps a session's subscription in the place of the one before; an endpoint that another session had is this one's now.
   * @param target without `showsText` that stays as it was, false at first
   * @returns false, and nothing is kept, when the session is over
   */
  put(
    sessionId: string,
    target: Omit<PushTarget, 'showsText'> & { readonly showsText?: boolean | undefined },
  ): Promise<boolean>;
  /** Forgets a session's subscription. */
  remove(sessionId: string): Promise<void>;
  /** Forgets an endpoint that its push service no longer knows. */
  drop(endpoint: string): Promise<void>;
  /** Those of a member's live sessions. */
  of(userId: number): Promise<readonly PushTarget[]>;
  /** Makes a process the one that sends, or keeps it so, for a time in milliseconds; false while another one is. */
  lead(holder: string, ms: number): Promise<boolean>;
  /** Lets another one send, when this one did. */
  resign(holder: string): Promise<void>;
  /** Says which members have a page on screen at a process; forgotten after a time in milliseconds. */
  see(process: string, members: readonly number[], ms: number): Promise<void>;
  /** Whether a member has a page on screen, as any process said. */
  isSeen(userId: number): Promise<boolean>;
}
