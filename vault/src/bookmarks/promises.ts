/** A place in the log. */
export interface Bookmark {
  /** The log's engine: positions of another one mean nothing. */
  readonly engine: string;
  readonly position: bigint;
}

/** How far the log was followed by those who change the vault by it, so that whoever comes next goes on there. */
export interface Bookmarks {
  /** Null when there is none of this name. Part of a backup, so a restored vault is behind. */
  find(name: string): Promise<Bookmark | null>;
  set(name: string, bookmark: Bookmark): Promise<void>;
}
