export interface Bookmark {
  /** Positions of another engine mean nothing. */
  readonly engine: string;
  readonly position: bigint;
}

export interface Bookmarks {
  /** Backups include bookmarks, so those of a restored vault are further back. */
  find(name: string): Promise<Bookmark | null>;
  set(name: string, bookmark: Bookmark): Promise<void>;
  /** Moves bookmarks beyond a position back to it: a restored log has other events there. */
  limit(position: bigint): Promise<void>;
}
