import type { Attempts } from './attempts/promises.ts';
import type { Bookmarks } from './bookmarks/promises.ts';
import type { Challenges } from './challenges/promises.ts';
import type { Claims } from './claims/promises.ts';
import type { ConfirmLinks } from './confirmLinks/promises.ts';
import type { Drafts } from './drafts/promises.ts';
import type { Erasures } from './erasures/promises.ts';
import type { EventBudget } from './eventBudget/promises.ts';
import type { Instance } from './instance/promises.ts';
import type { SubjectKeys, VaultSealer } from './keys/promises.ts';
import type { Mails } from './mails/promises.ts';
import type { Media } from './media/promises.ts';
import type { OpenidLinks } from './openidLinks/promises.ts';
import type { Passkeys } from './passkeys/promises.ts';
import type { Passwords } from './passwords/promises.ts';
import type { ProfileKeys } from './profileKeys/promises.ts';
import type { Push } from './push/promises.ts';
import type { ResetLinks } from './resetLinks/promises.ts';
import type { Sessions } from './sessions/promises.ts';
import type { Snapshots } from './snapshots/promises.ts';
import type { CredentialTurns } from './turns/promises.ts';

export type * from './attempts/promises.ts';
export type * from './bookmarks/promises.ts';
export type * from './challenges/promises.ts';
export type * from './claims/promises.ts';
export type * from './confirmLinks/promises.ts';
export type * from './drafts/promises.ts';
export type * from './erasures/promises.ts';
export type * from './eventBudget/promises.ts';
export type * from './instance/promises.ts';
export type * from './keys/promises.ts';
export type * from './mails/promises.ts';
export type * from './media/promises.ts';
export type * from './openidLinks/promises.ts';
export type * from './passkeys/promises.ts';
export type * from './passwords/promises.ts';
export type * from './profileKeys/promises.ts';
export type * from './push/promises.ts';
export type * from './resetLinks/promises.ts';
export type * from './sessions/promises.ts';
export type * from './snapshots/promises.ts';
export type * from './turns/promises.ts';

/** Next ids of members, from a sequence. */
export interface UserIds {
  next(): Promise<number>;
}

/**
 * What must be forgettable, in the Postgres schema `vault`. `sealer` is structurally the event store's `Sealer`;
 * the two rooms don't know each other.
 */
export interface Vault {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly passkeys: Passkeys;
  readonly openidLinks: OpenidLinks;
  readonly resetLinks: ResetLinks;
  readonly credentialTurns: CredentialTurns;
  readonly challenges: Challenges;
  readonly drafts: Drafts;
  readonly push: Push;
  readonly mails: Mails;
  readonly confirmLinks: ConfirmLinks;
  /** Wrong passwords: 10 in 15 minutes for an account, also for one that nobody has. Cleared by the right one. */
  readonly signInAttempts: Attempts;
  /** Log-ins, right or wrong: 30 a minute from one address. */
  readonly logIns: Attempts;
  /** 120 a minute that passkeys, and texts for wallets to sign, are asked for from one address: each look at the log-in page is one. */
  readonly signInOffers: Attempts;
  /** Registrations: 20 an hour from one address. */
  readonly registrations: Attempts;
  /** Links to reset a password asked for by mail: 20 an hour from one address. */
  readonly resetMailsAsked: Attempts;
  /** Mails with such a link: 3 an hour to one member, counted likewise for names that nobody has. */
  readonly resetMails: Attempts;
  /** Confirmation mails that a member requests again: 3 an hour. */
  readonly confirmMails: Attempts;
  /** Images and voice: 30 a minute of one member. */
  readonly uploads: Attempts;
  /** Proofs of addresses, asked for and given: 120 in 15 minutes of one member. */
  readonly walletProofs: Attempts;
  /** Proofs of who it is, given again: 30 in 15 minutes of one session. */
  readonly freshProofs: Attempts;
  /** Downloads of all that one has here: 5 an hour of one member. */
  readonly exports: Attempts;
  readonly claims: Claims;
  readonly subjectKeys: SubjectKeys;
  readonly media: Media;
  readonly erasures: Erasures;
  readonly eventBudget: EventBudget;
  readonly snapshots: Snapshots;
  readonly bookmarks: Bookmarks;
  readonly instance: Instance;
  readonly profileKeys: ProfileKeys;
  readonly userIds: UserIds;
  /** The time by the clock of the database, which all hosts share; theirs may be hours apart. */
  now(): Promise<Date>;
  readonly sealer: VaultSealer;
  /**
   * Forgets everything of a member for good: key, sessions (ended with `deleted`, the earlier ones too), reset link, password and tries at it, passkeys,
   * links to providers, challenges, claims but the one to the username, drafts (those of others to them too), push subscriptions, queued mails, snapshots, media. Nothing is stored for them afterwards. Again does no harm.
   */
  forgetMember(userId: number): Promise<void>;
  close(): Promise<void>;
}
