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

/** A mail in the hands of a process that sends. */
export interface TakenMail extends NewMail {
  readonly createdAt: Date;
  /** How often it was taken, this time included. */
  readonly tries: number;
}

/** What waits to be sent; any number of processes send. Not in backups: a restored vault sends nothing of before. */
export interface Mails {
  /**
   * Queues a mail.
   * @param mostAnHour when the member has had so many within an hour, this one is left out; any number when missing
   * @returns false when it was queued before, left out, or is of an erased member
   */
  queue(mail: NewMail, mostAnHour?: number): Promise<boolean>;
  /**
   * Takes mails that are due, the oldest first, for a time in milliseconds: nobody else is given them meanwhile. Those of a
   * process that died come again after it.
   */
  take(most: number, ms: number): Promise<readonly TakenMail[]>;
  /** Ends a mail: it was sent, or won't be. */
  done(id: string): Promise<void>;
  /** Puts a mail back that was taken, to be due at a time. */
  putBack(id: string, dueAt: Date): Promise<void>;
  /** The language of a member's latest session of which it is known, over or not; null when it is of none. */
  languageOf(userId: number): Promise<string | null>;
  /** How many wait, due or not. */
  waiting(): Promise<number>;
}
