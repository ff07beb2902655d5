export interface DueCheck {
  readonly userId: number;
  readonly itemId: string;
  /** Since the last check with a result, including this one. */
  readonly tries: number;
}

/** Times of the next checks of what members list: social links, and proved addresses. */
export interface ProfileChecks {
  /** Due at once; a known item keeps its time. Ignores erased members. */
  add(userId: number, itemId: string): Promise<void>;
  remove(userId: number, itemId: string): Promise<void>;
  /** Leases due items, longest due first, for `ms` milliseconds. */
  take(most: number, ms: number): Promise<readonly DueCheck[]>;
  /** Due again in `ms` milliseconds; with a result, the count of tries starts over. */
  putBack(item: Pick<DueCheck, 'userId' | 'itemId'>, ms: number, hasResult: boolean): Promise<void>;
}
