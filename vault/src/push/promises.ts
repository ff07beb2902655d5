/** Push API. */
export interface PushTarget {
  /** Already checked. */
  readonly endpoint: string;
  /** Base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** Whether notifications show messages' text. */
  readonly showsText: boolean;
}

/** VAPID: P-256, base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** One subscription per session, ending with it; and state that senders share. */
export interface Push {
  /** Made on first use and never changed. */
  keys(): Promise<VapidKeys>;
  /**
   * Takes an endpoint from another session. @param target `showsText` is unchanged if omitted; a new one is false
   * @returns false if the session has ended
   */
  put(
    sessionId: string,
    target: Omit<PushTarget, 'showsText'> & { readonly showsText?: boolean | undefined },
  ): Promise<boolean>;
  remove(sessionId: string): Promise<void>;
  /** For endpoints unknown to their push service. */
  drop(endpoint: string): Promise<void>;
  /** By member, of live sessions. Without a query while there are no subscriptions. */
  of(userIds: readonly number[]): Promise<ReadonlyMap<number, readonly PushTarget[]>>;
  /** Takes or renews the sender's lease for `ms` milliseconds. */
  lead(holder: string, ms: number): Promise<boolean>;
  resign(holder: string): Promise<void>;
  /** Records members with a visible page, for `ms` milliseconds. */
  see(process: string, members: readonly number[], ms: number): Promise<void>;
  isSeen(userId: number): Promise<boolean>;
}
