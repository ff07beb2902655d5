import { type CommandContext, ProblemError, texts } from '@pmcw/contracts';
import { requireProof } from '@pmcw/http';
import type { Sessions } from '@pmcw/vault';
import { type GivenType, proofOf } from './proofOf.ts';

/**
 * On whose word a command is given: a member's session, which must have proved recently enough who they are; a frame, of whose
 * session nothing more is known; a newcomer, who has none yet; the current password or a one-time link that came with it; or whoever runs the site, by its command line.
 */
export type Authority =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'frame' }
  | { readonly kind: 'newcomer' }
  | { readonly kind: 'password' }
  | { readonly kind: 'link' }
  | { readonly kind: 'operator' };

/** Who gives a command, on whose word, and the one id for all that follows from it. */
export interface GivenContext extends CommandContext {
  readonly authority: Authority;
}

/** Where proofs are looked up. */
export interface Proofs {
  readonly vault: { readonly sessions: Pick<Sessions, 'isFresh'> };
}

/** @throws ProblemError `fresh_proof_required` where a command of this type needs a proof that the authority does not give */
export async function requireProofFor(
  { vault }: Proofs,
  type: GivenType,
  authority: Authority,
): Promise<void> {
  const proofClass = proofOf[type];
  switch (authority.kind) {
    case 'password':
    case 'link':
    case 'operator':
      return;
    case 'session':
      return requireProof(vault.sessions, authority.sessionId, proofClass);
    case 'frame':
    case 'newcomer':
      if (proofClass === 'none') return;
      throw new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired);
    default:
      return authority satisfies never;
  }
}
