/** That a member signs in by an account of theirs at an OpenID provider. */
export interface OpenidLink {
  /** Ours, and that of the way to sign in. */
  readonly id: string;
  readonly userId: number;
  /** The provider, by its own name for itself. */
  readonly issuer: string;
  readonly createdAt: Date;
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
   * Keeps a link; false, and nothing changes, when there is one of the same id or account, the member has one to this provider, or is
   * erased.
   */
  add(link: Pick<OpenidLink, 'id' | 'userId'>, account: OpenidAccount): Promise<boolean>;
  /** The link of an account, or null. */
  find(account: OpenidAccount): Promise<OpenidLink | null>;
  /** All of a member, the one made first comes first. */
  all(userId: number): Promise<readonly OpenidLink[]>;
  /** Notes that somebody signed in by it, or proved to be its member. */
  use(id: string): Promise<void>;
  /** Forgets one of a member; no harm when there is none. */
  remove(userId: number, id: string): Promise<void>;
}
