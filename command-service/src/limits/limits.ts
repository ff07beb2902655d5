import { limits, ProblemError, texts } from '@pmcw/contracts';
import { addressKey, Rates } from '@pmcw/runtime';
import type { Attempts, Vault } from '@pmcw/vault';
import type { FastifyRequest } from 'fastify';
import type { SpendEvents } from '../handling/handle.ts';

type Hook = (request: FastifyRequest) => Promise<void>;

/**
 * Rate limits, checked before expensive work. Messages and drafts are counted per process, the rest across processes.
 * `passwordTries.ts` counts wrong passwords.
 */
export interface Limits {
  /** A `preHandler`, so that only valid requests count: 20 per hour and address. */
  readonly registrations: Hook;
  /** A `preHandler`: 30 per minute and address, including reset links. */
  readonly logIns: Hook;
  /** A `preHandler`: 120 challenges per minute and address; each view of the sign-in page requests one. */
  readonly signInOffers: Hook;
  /** A `preHandler`: 20 per hour and address. */
  readonly resetMails: Hook;
  /** An `onRequest` after those that admit members, before the body: 30 per minute. */
  readonly uploads: Hook;
  /** Likewise: 120 challenges and proofs in 15 minutes. */
  readonly walletProofs: Hook;
  /** Likewise: 20 per hour. */
  readonly linkChecks: Hook;
  /** Likewise: 30 in 15 minutes. */
  readonly freshProofs: Hook;
  /** 5 per second, 600 at once. @throws ProblemError */
  readonly message: (userId: number) => void;
  /** 2 per second, 120 at once. @throws ProblemError */
  readonly draft: (userId: number) => void;
  /** Shortest interval of one read mark's events. */
  readonly markEveryMs: number;
  readonly events: SpendEvents;
  /** False beyond 20 per day. */
  readonly startsConversation: (userId: number) => Promise<boolean>;
  /** 20 per day. @throws ProblemError */
  readonly report: (userId: number) => Promise<void>;
  /** For uploads that only the parsed body reveals. @throws ProblemError */
  readonly upload: (userId: number) => Promise<void>;
}

/** @param retryAfter in seconds */
export const tooMany = (retryAfter: number): ProblemError =>
  new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter });

async function count(attempts: Attempts, who: string): Promise<void> {
  const attempt = await attempts.admit(who);
  if (!attempt.admitted) throw tooMany(attempt.retryAfter);
}

const ofAddress =
  (attempts: Attempts): Hook =>
  (request) =>
    count(attempts, addressKey(request.ip));

/** Counts within this process. */
function countIn(perSecond: number, burst: number): (userId: number) => void {
  const rates = new Rates<number>({ perSecond, burst });
  return (userId) => {
    const retryAfter = rates.take(userId);
    if (retryAfter > 0) throw tooMany(retryAfter);
  };
}

export function createLimits(
  vault: Pick<
    Vault,
    | 'logIns'
    | 'signInOffers'
    | 'registrations'
    | 'resetMailsAsked'
    | 'uploads'
    | 'walletProofs'
    | 'linkChecksAsked'
    | 'freshProofs'
    | 'conversationStarts'
    | 'reportsMade'
    | 'eventBudget'
  >,
  rateLimits: 'on' | 'off',
): Limits {
  if (rateLimits === 'off') {
    const none = async () => undefined;
    const nothing = () => undefined;
    return {
      registrations: none,
      logIns: none,
      signInOffers: none,
      resetMails: none,
      uploads: none,
      walletProofs: none,
      linkChecks: none,
      freshProofs: none,
      message: nothing,
      draft: nothing,
      upload: none,
      report: none,
      startsConversation: async () => true,
      events: none,
      markEveryMs: 0,
    };
  }
  const messages = countIn(limits.messagesPerSecond, limits.messagesBurst);
  const drafts = countIn(limits.draftsPerSecond, limits.draftsBurst);
  const countMember =
    (attempts: Attempts): Hook =>
    async ({ session }) =>
      // Without a session, an earlier hook has refused.
      session === null ? undefined : count(attempts, `member ${session.userId}`);
  return {
    registrations: ofAddress(vault.registrations),
    logIns: ofAddress(vault.logIns),
    signInOffers: ofAddress(vault.signInOffers),
    resetMails: ofAddress(vault.resetMailsAsked),
    uploads: countMember(vault.uploads),
    walletProofs: countMember(vault.walletProofs),
    linkChecks: countMember(vault.linkChecksAsked),
    // So that a thief can't use up the member's limit.
    freshProofs: ({ session }) =>
      session === null ? Promise.resolve() : count(vault.freshProofs, `session ${session.id}`),
    message: messages,
    draft: drafts,
    upload: (userId) => count(vault.uploads, `member ${userId}`),
    report: (userId) => count(vault.reportsMade, `member ${userId}`),
    startsConversation: async (userId) => (await vault.conversationStarts.take(`member ${userId}`)) !== null,
    markEveryMs: 5_000,
    async events(userId, budget, events) {
      const retryAfter = await vault.eventBudget.spend(userId, budget, events);
      if (retryAfter > 0) throw tooMany(retryAfter);
    },
  };
}
