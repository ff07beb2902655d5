export interface DueCheck {
  readonly userId: number;
  readonly itemId: string;
  /** Since the last check with a result, including this one. */
  readonly tries: number;
}

export type ListedItem = Pick<DueCheck, 'userId' | 'itemId'>;

/** Times of the next checks of what members list: social links, and proved addresses. */
export interface ProfileChecks {
  /** Due at once; a known item keeps its time. Ignores erased members. */
  add(items: readonly ListedItem[]): Promise<void>;
  remove(items: readonly ListedItem[]): Promise<void>;
  /** Leases due items, longest due first, for `ms` milliseconds. */
  take(most: number, ms: number): Promise<readonly DueCheck[]>;
  /** Due again in `ms` milliseconds; with a result, the count of tries starts over. */
  putBack(item: ListedItem, ms: number, hasResult: boolean): Promise<void>;
}
