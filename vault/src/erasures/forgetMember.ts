import type { Attempts } from '../attempts/promises.ts';
import type { Claims } from '../claims/promises.ts';
import type { SubjectKeys } from '../keys/promises.ts';
import { accountOf } from '../passwords/accountOf.ts';

interface Forgets {
  forget(userId: number): Promise<void>;
}

interface ForgetsAll {
  forgetAll(userId: number): Promise<void>;
}

export interface ForgettingParts {
  readonly subjectKeys: Pick<SubjectKeys, 'destroy'>;
  readonly sessions: ForgetsAll;
  readonly resetLinks: Forgets;
  readonly credentialTurns: ForgetsAll;
  readonly challenges: ForgetsAll;
  readonly passwords: Forgets;
  readonly passkeys: ForgetsAll;
  readonly openidLinks: ForgetsAll;
  readonly signInAttempts: Pick<Attempts, 'clear'>;
  readonly claims: Pick<Claims, 'retire'>;
  readonly drafts: ForgetsAll;
  readonly push: ForgetsAll;
  readonly mails: ForgetsAll;
  readonly profileChecks: ForgetsAll;
  readonly acquaintances: ForgetsAll;
  readonly snapshots: ForgetsAll;
  readonly eventBudget: Forgets;
  readonly media: ForgetsAll;
}

/** Idempotent. The key goes first, so that later steps miss nothing that is stored in between. */
export async function forgetMember(parts: ForgettingParts, userId: number): Promise<void> {
  await parts.subjectKeys.destroy(userId);
  await parts.sessions.forgetAll(userId);
  // Before the password: waits for a link in use, which sets one.
  await parts.resetLinks.forget(userId);
  await parts.credentialTurns.forgetAll(userId);
  await parts.challenges.forgetAll(userId);
  await parts.passwords.forget(userId);
  await parts.passkeys.forgetAll(userId);
  await parts.openidLinks.forgetAll(userId);
  await parts.signInAttempts.clear(accountOf(userId));
  await parts.claims.retire(userId);
  await parts.drafts.forgetAll(userId);
  await parts.push.forgetAll(userId);
  await parts.mails.forgetAll(userId);
  await parts.profileChecks.forgetAll(userId);
  await parts.acquaintances.forgetAll(userId);
  await parts.snapshots.forgetAll(userId);
  await parts.eventBudget.forget(userId);
  await parts.media.forgetAll(userId);
}
