import type { Acquaintances } from './acquaintances/promises.ts';
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
import type { ProfileChecks } from './profileChecks/promises.ts';
import type { ProfileKeys } from './profileKeys/promises.ts';
import type { Push } from './push/promises.ts';
import type { ResetLinks } from './resetLinks/promises.ts';
import type { Sessions } from './sessions/promises.ts';
import type { Snapshots } from './snapshots/promises.ts';
import type { CredentialTurns } from './turns/promises.ts';

export interface UserIds {
  next(): Promise<number>;
}

/**
 * The erasable data. `sealer` structurally matches the event store's `Sealer`; the workspaces don't know each other.
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
  readonly profileChecks: ProfileChecks;
  readonly acquaintances: Acquaintances;
  readonly confirmLinks: ConfirmLinks;
  /** Wrong passwords: 10 per account, even an unknown one, in 15 minutes. The right one clears them. */
  readonly signInAttempts: Attempts;
  /** 30 per minute and address. */
  readonly logIns: Attempts;
  /** 120 challenges per minute and address; each view of the sign-in page requests one. */
  readonly signInOffers: Attempts;
  /** 20 per hour and address. */
  readonly registrations: Attempts;
  /** 20 per hour and address. */
  readonly resetMailsAsked: Attempts;
  /** 3 per hour and member, or unknown name. */
  readonly resetMails: Attempts;
  /** 3 per hour. */
  readonly confirmMails: Attempts;
  /** 30 per minute and member. */
  readonly uploads: Attempts;
  /** 120 challenges and proofs per member in 15 minutes. */
  readonly walletProofs: Attempts;
  /** 20 checks of links that a member requests per hour. */
  readonly linkChecksAsked: Attempts;
  /** 20 conversations that a new member starts per day. */
  readonly conversationStarts: Attempts;
  /** 20 reports of a member per day. */
  readonly reportsMade: Attempts;
  /** 30 per session in 15 minutes. */
  readonly freshProofs: Attempts;
  /** Of a member's own data: 5 per hour. */
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
  /** By the database's clock, which all hosts share. */
  now(): Promise<Date>;
  readonly sealer: VaultSealer;
  /** Whether all sessions ended by other processes until a few seconds ago were heard of. */
  isListening(): boolean;
  /** Resolves if a change would be written now, without changing a row. @throws the database's error */
  confirmWritable(): Promise<void>;
  /** Permanently; only the claim on the username remains. Includes drafts that others wrote to them. Idempotent. */
  forgetMember(userId: number): Promise<void>;
  close(): Promise<void>;
}
