/** What a member has begun to write in a conversation. */
export interface Draft {
  /** `global`, or the id of the other member. */
  readonly conversation: string;
  /** Empty once it was sent or thrown away. */
  readonly text: string;
  /** What was written at the same time on other devices. */
  readonly aside: readonly string[];
  /** Grows with each change. */
  readonly revision: number;
}

/** Told to every process, soon after a draft changed. */
export interface DraftChanged {
  readonly userId: number;
  readonly conversation: string;
  /** The session that changed it. */
  readonly sessionId: string;
}

/** Drafts, for a member's other devices. Personal and passing: no event tells of them (docs/decisions/drafts.md). */
export interface Drafts {
  /**
   * Keeps a draft in the place of the one that it was made from.
   * @param draft with the revision of the one that it was made from; of one that there is not, any revision will do
   * @param most drafts of one member that are kept; the ones changed longest ago make room
   * @returns the draft with its new revision; null, and nothing changes, when another change came first
   */
  put(
    by: { readonly userId: number; readonly sessionId: string },
    draft: Draft,
    most: number,
  ): Promise<Draft | null>;
  /** The draft of a conversation, or null. */
  find(userId: number, conversation: string): Promise<Draft | null>;
  /** All drafts of a member, the latest first; emptied ones for 30 days. */
  all(userId: number): Promise<readonly Draft[]>;
  /** Calls the handler for each change, on any process; one may be missed while the vault can't listen. Returns the way to stop. */
  onChanged(handler: (changed: DraftChanged) => void): () => void;
}
