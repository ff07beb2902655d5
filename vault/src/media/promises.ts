export interface MediaBytes {
  readonly bytes: Buffer;
  /** Detected from the bytes, e.g. `image/webp`. */
  readonly mediaType: string;
}

/** An attempt to fill or empty a place. */
export interface MediaChange {
  readonly id: string;
  readonly ownerId: number;
  /** E.g. `avatar`; holds one thing at most. */
  readonly place: string;
  /** SHA-256 in hex; null to empty the place. */
  readonly hash: string | null;
}

export interface MediaDescription {
  readonly mediaType: string;
  readonly size: number;
}

/**
 * Images and voice by the SHA-256 of their bytes, which is all that events have. Stored before the event, and deleted
 * after another one replaces them (docs/decisions/media.md). Callers check the bytes.
 */
export interface Media {
  /** Call it before the append; the place stays as it is. @throws SubjectErasedError */
  begin(ownerId: number, place: string, media: MediaBytes | null): Promise<MediaChange>;
  /**
   * Keeps or deletes this change according to the log, and deletes settled ones that were replaced.
   * @param currentHash reads the log. Call only when no append of this change can still succeed; `unsettled` is for
   * unknown outcomes.
   */
  settle(change: MediaChange, currentHash: () => Promise<string | null>): Promise<void>;
  /** Those older than 15 minutes, in arbitrary order. @param after the last one of the page before */
  unsettled(limit: number, after?: MediaChange): Promise<readonly MediaChange[]>;
  /** Null if no member has it. */
  describe(hash: string): Promise<MediaDescription | null>;
  /** Fewer bytes at the end; null without such a hash. */
  read(hash: string, from: number, length: number): Promise<Buffer | null>;
  /** Other members' bytes with the same hashes stay. */
  forgetAll(ownerId: number): Promise<void>;
}
