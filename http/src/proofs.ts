import { limits, ProblemError, texts } from '@pmcw/contracts';
import type { Sessions } from '@pmcw/vault';
import type { FastifyRequest } from 'fastify';
import { requireSession } from './sessions.ts';

/**
 * How recently the member must have proved who they are: `moderation` is what administrators do to others all day and can
 * undo, `credentials` is what gives an account, money or everything about a member away, or can't be undone.
 */
export type ProofClass = 'none' | 'moderation' | 'credentials';

const minuteMs = 60 * 1000;

/** How long a proof counts, in milliseconds, by what it is for. */
export const proofMs = {
  none: null,
  moderation: limits.moderationProofMinutes * minuteMs,
  credentials: limits.freshProofMinutes * minuteMs,
} as const satisfies Record<ProofClass, number | null>;

/**
 * Reads the session's row each time, never memory: a proof is taken back with its session.
 * @throws ProblemError `fresh_proof_required` unless the member proved in this session recently enough who they are,
 * `not_signed_in` if the session has ended
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

/** The `onRequest` hook of a route that asks for a proof, after `signedIn`; throws `fresh_proof_required`. */
export const proved =
  (sessions: Pick<Sessions, 'isFresh'>, proofClass: ProofClass) =>
  (request: FastifyRequest): Promise<void> =>
    requireProof(sessions, requireSession(request).id, proofClass);
