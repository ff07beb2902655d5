import { limits, ProblemError, texts } from '@pmcw/contracts';
import type { Sessions } from '@pmcw/vault';
import type { FastifyRequest } from 'fastify';
import { requireSession } from './sessions.ts';

/**
 * `moderation` for reversible actions on others; `credentials` for what exposes an account, money or data, or can't be
 * undone.
 */
export type ProofClass = 'none' | 'moderation' | 'credentials';

const minuteMs = 60 * 1000;

export const proofMs = {
  none: null,
  moderation: limits.moderationProofMinutes * minuteMs,
  credentials: limits.freshProofMinutes * minuteMs,
} as const satisfies Record<ProofClass, number | null>;

/**
 * Never cached, because a proof ends with its session.
 * @throws ProblemError `fresh_proof_required`, or `not_signed_in`
 */
export async function requireProof(
  sessions: Pick<Sessions, 'isFresh'>,
  sessionId: string,
  proofClass: ProofClass,
): Promise<void> {
  const ms = proofMs[proofClass];
  if (ms === null) return;
  const isFresh = await sessions.isFresh(sessionId, ms);
  if (isFresh === true) return;
  if (isFresh === null) throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
  throw new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired);
}

/** An `onRequest` hook after `signedIn`. */
export const proved =
  (sessions: Pick<Sessions, 'isFresh'>, proofClass: ProofClass) =>
  (request: FastifyRequest): Promise<void> =>
    requireProof(sessions, requireSession(request).id, proofClass);
