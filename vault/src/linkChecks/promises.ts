export interface DueLink {
  readonly userId: number;
  readonly socialId: string;
  /** Since the last check with a result, including this one. */
  readonly tries: number;
}

/** Times of the next checks of members' social links. */
export interface LinkChecks {
  /** Due at once; a known link keeps its time. Ignores erased members. */
  add(userId: number, socialId: string): Promise<void>;
  remove(userId: number, socialId: string): Promise<void>;
  /** Leases due links, longest due first, for `ms` milliseconds. */
  take(most: number, ms: number): Promise<readonly DueLink[]>;
  /** Due again in `ms` milliseconds; with a result, the count of tries starts over. */
  putBack(link: Pick<DueLink, 'userId' | 'socialId'>, ms: number, hasResult: boolean): Promise<void>;
}
