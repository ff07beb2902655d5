export interface NewMail {
  /** Idempotency key, remembered for a day. */
  readonly id: string;
  /** 0 for an unknown member, so that the vault does the same work. */
  readonly userId: number;
  readonly kind: string;
  /** Ids, at most a kilobyte; never addresses or secrets. */
  readonly facts: Readonly<Record<string, string>>;
  /** Null to choose it when sending. */
  readonly language: string | null;
}

export interface MailBudget {
  readonly kinds: readonly string[];
  readonly mostAnHour: number;
}

export interface TakenMail extends NewMail {
  readonly createdAt: Date;
  /** In milliseconds, by the database's clock. */
  readonly ageMs: number;
  /** Including this time. */
  readonly tries: number;
}

/** Not in backups: a restored vault sends nothing old. */
export interface Mails {
  /** Leaves out known mails and erased members. @param budget unlimited by default */
  queue(mail: NewMail, budget?: MailBudget): Promise<'queued' | 'left_out' | 'over_budget'>;
  /**
   * Queues a mail that waits `ms` milliseconds, or extends a waiting one of this member and kind. Its facts `from` and
   * `upTo` are the first and last position; earlier ones are ignored. @returns whether it is new
   */
  collect(mail: Omit<NewMail, 'facts'>, position: bigint, ms: number): Promise<boolean>;
  /** Leases due mails, oldest first, for `ms` milliseconds. */
  take(most: number, ms: number): Promise<readonly TakenMail[]>;
  /** Sent or given up. */
  done(id: string): Promise<void>;
  /** Due again in `ms` milliseconds. */
  putBack(id: string, ms: number): Promise<void>;
  /** Of the last session with a language, even an ended one. */
  languageOf(userId: number): Promise<string | null>;
  waiting(): Promise<number>;
}
