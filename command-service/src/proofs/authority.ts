import { type CommandContext, ProblemError, texts } from '@pmcw/contracts';
import { requireProof } from '@pmcw/http';
import type { Sessions } from '@pmcw/vault';
import { type GivenType, proofOf } from './proofOf.ts';

/**
 * A `frame` has no known session; `password` and `link` come with the command. Consequences of an `event` need no proof
 * of their own.
 */
export type Authority =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'frame' }
  | { readonly kind: 'newcomer' }
  | { readonly kind: 'password' }
  | { readonly kind: 'link' }
  | { readonly kind: 'event'; readonly eventId: string }
  | { readonly kind: 'operator' };

export interface GivenContext extends CommandContext {
  readonly authority: Authority;
}

export interface Proofs {
  readonly vault: { readonly sessions: Pick<Sessions, 'isFresh'> };
}

/** @throws ProblemError `fresh_proof_required` */
export async function requireProofFor(
  { vault }: Proofs,
  type: GivenType,
  authority: Authority,
): Promise<void> {
  const proofClass = proofOf[type];
  switch (authority.kind) {
    case 'password':
    case 'link':
    case 'event':
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
