/** A mark that waits to be moved, with the furthest position that anyone has asked for meanwhile. */
export interface WaitingMark {
  upTo: bigint;
  readonly moved: Promise<bigint>;
}

/** Marks of this process that wait, by reader and conversation. */
export type WaitingMarks = Map<string, WaitingMark>;
