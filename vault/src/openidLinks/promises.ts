export interface OpenidLink {
  /** Also the id of the way to sign in. */
  readonly id: string;
  readonly userId: number;
  readonly issuer: string;
  readonly keptAt: Date;
  /** By the database's clock. */
  readonly keptForMs: number;
  readonly lastUsedAt: Date | null;
}

/** Stored as a keyed hash. */
export interface OpenidAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** The log decides which are ways to sign in. */
export interface OpenidLinks {
  /**
   * Stores or renews a link. False, changing nothing, if the id or account is another member's, the member has another
   * account at this provider, or is erased.
   */
  keep(link: Pick<OpenidLink, 'id' | 'userId'>, account: OpenidAccount): Promise<boolean>;
  find(account: OpenidAccount): Promise<OpenidLink | null>;
  /** Oldest first. */
  all(userId: number): Promise<readonly OpenidLink[]>;
  use(id: string): Promise<void>;
  /** If given, only a link last kept at least `keptForMs` ago. Idempotent. */
  remove(userId: number, id: string, keptForMs?: number): Promise<void>;
}
