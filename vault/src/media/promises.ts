/** An image or a voice message. */
export interface MediaBytes {
  readonly bytes: Buffer;
  /** As it was found by looking at the bytes, e.g. `image/webp`. */
  readonly mediaType: string;
}

/** One attempt to have something, or nothing, in a place of a member, until it is settled. */
export interface MediaChange {
  readonly id: string;
  readonly ownerId: number;
  /** Where the member uses it, e.g. `avatar`; a place holds one thing at most. */
  readonly place: string;
  /** SHA-256 of the bytes in hex; null to have nothing there. */
  readonly hash: string | null;
}

/** What is known of kept bytes without reading them. */
export interface MediaDescription {
  readonly mediaType: string;
  readonly size: number;
}

/**
 * Images and voice, by the SHA-256 of their bytes in hex; events hold only that. The log says what is in which place
 * of a member; the bytes follow it: there before the event, and gone once another event has taken their place, each
 * use by itself (docs/decisions/media.md). Checking what the bytes are is the caller's.
 */
export interface Media {
  /**
   * Keeps bytes for a place, or announces that there will be none, before the event is appended. What is in the
   * place stays.
   * @throws SubjectErasedError for a member who is being erased
   */
  begin(ownerId: number, place: string, media: MediaBytes | null): Promise<MediaChange>;
  /**
   * Makes a place what the log says it is: what this change brought stays or goes accordingly, and what was settled
   * there before and is no longer so goes. Changes that others have begun are left to them.
   * @param currentHash asks the log what is in the place now. Only to be called when an append of this change can no
   * longer succeed later: one whose outcome is unknown is left to `unsettled`.
   */
  settle(change: MediaChange, currentHash: () => Promise<string | null>): Promise<void>;
  /**
   * Changes that were begun 15 minutes ago or earlier and never settled: their command crashed, or lost its answer. In no order that
   * says anything.
   * @param after the change to go on behind
   */
  unsettled(limit: number, after?: MediaChange): Promise<readonly MediaChange[]>;
  /** What anybody keeps under a hash, or null. */
  describe(hash: string): Promise<MediaDescription | null>;
  /** A part of what is kept under a hash, as much as there is of it; null when nothing is. */
  read(hash: string, from: number, length: number): Promise<Buffer | null>;
  /** Forgets everything of a member; what others keep under the same hashes stays. */
  forgetAll(ownerId: number): Promise<void>;
}
