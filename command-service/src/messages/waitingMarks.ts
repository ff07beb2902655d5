/** `upTo` is the furthest so far. */
export interface WaitingMark {
  upTo: bigint;
  readonly moved: Promise<bigint>;
}

/** Keyed by reader and conversation. */
export type WaitingMarks = Map<string, WaitingMark>;
