import type { KeptChallenges } from '../challenges/challenges.ts';
import type { KeptDrafts } from '../drafts/drafts.ts';
import type { KeptEventBudget } from '../eventBudget/eventBudget.ts';
import type { KeptMails } from '../mails/mails.ts';
import type { KeptOpenidLinks } from '../openidLinks/openidLinks.ts';
import type { KeptPasskeys } from '../passkeys/passkeys.ts';
import { accountOf } from '../passwords/accountOf.ts';
import type { KeptPush } from '../push/push.ts';
import type { KeptSessions } from '../sessions/sessions.ts';
import type { KeptSnapshots } from '../snapshots/snapshots.ts';
import type { KeptCredentialTurns } from '../turns/turns.ts';
import type { Vault } from '../vault.ts';

export type ForgettingParts = Pick<
  Vault,
  'subjectKeys' | 'resetLinks' | 'passwords' | 'signInAttempts' | 'claims' | 'media'
> & {
  readonly sessions: Pick<KeptSessions, 'forgetAll'>;
  readonly credentialTurns: Pick<KeptCredentialTurns, 'forgetAll'>;
  readonly challenges: Pick<KeptChallenges, 'forgetAll'>;
  readonly passkeys: Pick<KeptPasskeys, 'forgetAll'>;
  readonly openidLinks: Pick<KeptOpenidLinks, 'forgetAll'>;
  readonly drafts: Pick<KeptDrafts, 'forgetAll'>;
  readonly push: Pick<KeptPush, 'forgetAll'>;
  readonly mails: Pick<KeptMails, 'forgetAll'>;
  readonly snapshots: Pick<KeptSnapshots, 'forgetAll'>;
  readonly eventBudget: Pick<KeptEventBudget, 'forget'>;
};

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
  await parts.snapshots.forgetAll(userId);
  await parts.eventBudget.forget(userId);
  await parts.media.forgetAll(userId);
}
