/** That a member signs in by an account of theirs at an OpenID provider. */
export interface OpenidLink {
  /** Ours, and that of the way to sign in. */
  readonly id: string;
  readonly userId: number;
  /** The provider, by its own name for itself. */
  readonly issuer: string;
  /** When it was last kept. */
  readonly keptAt: Date;
  /** How long ago that was, in milliseconds, by the clock of the database. */
  readonly keptForMs: number;
  readonly lastUsedAt: Date | null;
}

/** Who somebody is at a provider: only a keyed hash of it is stored. */
export interface OpenidAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** Links of members to accounts at providers. Whether one signs in is decided by the log: a row alone does not. */
export interface OpenidLinks {
  /**
   * Keeps a link, from now on: again for the same member and account it is made anew. False, and nothing changes, when the id or the
   * account is somebody else's, the member has another to this provider, or is erased.
   */
  keep(link: Pick<OpenidLink, 'id' | 'userId'>, account: OpenidAccount): Promise<boolean>;
  /** The link of an account, or null. */
  find(account: OpenidAccount): Promise<OpenidLink | null>;
  /** All of a member, the one kept first comes first. */
  all(userId: number): Promise<readonly OpenidLink[]>;
  /** Notes that somebody signed in by it, or proved to be its member. */
  use(id: string): Promise<void>;
  /** Forgets one of a member, where milliseconds are given only if it was last kept at least so long ago; no harm when there is none. */
  remove(userId: number, id: string, keptForMs?: number): Promise<void>;
}
