export interface Draft {
  /** `global`, or the other member's id. */
  readonly conversation: string;
  /** Empty once sent or discarded. */
  readonly text: string;
  /** Texts written on other devices at the same time. */
  readonly aside: readonly string[];
  readonly revision: number;
}

export interface DraftChanged {
  readonly userId: number;
  readonly conversation: string;
  readonly sessionId: string;
}

/** Personal and passing, so no events (docs/decisions/drafts.md). */
export interface Drafts {
  /**
   * @param draft with the revision of its base; any if there is none
   * @param most per member; the oldest are dropped
   * @returns the draft with its new revision; null if another change came first
   */
  put(
    by: { readonly userId: number; readonly sessionId: string },
    draft: Draft,
    most: number,
  ): Promise<Draft | null>;
  find(userId: number, conversation: string): Promise<Draft | null>;
  /** Latest first, including those emptied in the last 30 days. */
  all(userId: number): Promise<readonly Draft[]>;
  /** Changes of all processes; may miss some while the vault can't listen. Returns a function to stop. */
  onChanged(handler: (changed: DraftChanged) => void): () => void;
}
