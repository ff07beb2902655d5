/** A mail that is to be queued. */
export interface NewMail {
  /** What it is about: one of this id is queued once, and known for a day. */
  readonly id: string;
  /** 0 for nobody's, which is queued as any other: what is asked of the vault must not tell whether there is somebody. */
  readonly userId: number;
  readonly kind: string;
  /** Ids, a kilobyte at most; neither an address nor a secret. */
  readonly facts: Readonly<Record<string, string>>;
  /** Null to be decided when it is sent. */
  readonly language: string | null;
}

/** How many mails of these kinds a member gets within an hour. Others use up nothing of it. */
export interface MailBudget {
  readonly kinds: readonly string[];
  readonly mostAnHour: number;
}

/** A mail in the hands of a process that sends. */
export interface TakenMail extends NewMail {
  readonly createdAt: Date;
  /** How long it has been waiting since then, in milliseconds, by the clock of the database. */
  readonly ageMs: number;
  /** How often it was taken, this time included. */
  readonly tries: number;
}

/** What waits to be sent; any number of processes send. Not in backups: a restored vault sends nothing of before. */
export interface Mails {
  /**
   * Queues a mail, unless it was queued before, is of an erased member, or its budget is used up.
   * @param budget any number when missing
   */
  queue(mail: NewMail, budget?: MailBudget): Promise<'queued' | 'left_out' | 'over_budget'>;
  /**
   * Queues a mail that waits for more to report: while it waits, what else is collected for this member and kind goes with it.
   * Its facts `from` and `upTo` name the first and the last position. What was collected before is not collected again.
   * @param ms how long it waits, in milliseconds
   * @returns whether it is a new mail
   */
  collect(mail: Omit<NewMail, 'facts'>, position: bigint, ms: number): Promise<boolean>;
  /**
   * Takes mails that are due, the oldest first, for a time in milliseconds: nobody else is given them meanwhile. Those of a
   * process that died come again after it.
   */
  take(most: number, ms: number): Promise<readonly TakenMail[]>;
  /** Ends a mail: it was sent, or won't be. */
  done(id: string): Promise<void>;
  /** Puts a mail back that was taken, to be due in so many milliseconds. */
  putBack(id: string, ms: number): Promise<void>;
  /** The language of a member's latest session of which it is known, over or not; null when it is of none. */
  languageOf(userId: number): Promise<string | null>;
  /** How many wait, due or not. */
  waiting(): Promise<number>;
}
