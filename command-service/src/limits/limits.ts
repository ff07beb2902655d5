import { limits, ProblemError, texts } from '@pmcw/contracts';
import { addressKey, Rates } from '@pmcw/runtime';
import type { Attempts, Vault } from '@pmcw/vault';
import type { FastifyRequest } from 'fastify';
import type { SpendEvents } from '../handling/handle.ts';

type Hook = (request: FastifyRequest) => Promise<void>;

/**
 * How much a member or an address may do (design "HTTP"); whoever has had enough gets `too_many_requests` with the
 * seconds to wait, before anything expensive is done for them. Messages and drafts are counted in this process, the rest by all
 * processes together. Wrong passwords are counted where they are compared (`passwordTries.ts`).
 */
export interface Limits {
  /** A route's `preHandler`, so that only what could be done counts: 20 registrations an hour from one address. */
  readonly registrations: Hook;
  /** A route's `preHandler`: 30 log-ins a minute from one address, reset links among them. */
  readonly logIns: Hook;
  /** A route's `preHandler`: 120 times a minute that passkeys, and texts for wallets, are asked for from one address: each look at the log-in page is one. */
  readonly signInOffers: Hook;
  /** A route's `preHandler`: 20 links by mail an hour asked for from one address. */
  readonly resetMails: Hook;
  /** A route's `onRequest`, after the hooks that admit members, before the body is read: 30 uploads a minute. */
  readonly uploads: Hook;
  /** Likewise: 120 requests for challenges and proofs of wallets in 15 minutes. */
  readonly walletProofs: Hook;
  /** Likewise: 30 answers by which a session proves again who it is, in 15 minutes. */
  readonly freshProofs: Hook;
  /** Counts a message of a member, however it came: 5 a second, 600 at once. @throws ProblemError */
  readonly message: (userId: number) => void;
  /** Counts a draft that a member puts: 2 a second, 120 at once. @throws ProblemError */
  readonly draft: (userId: number) => void;
  /** A conversation's mark leaves an event this often at most, in milliseconds: those who read along would leave one per message. */
  readonly markEveryMs: number;
  /** Counts the events that a member's commands leave, by budget. */
  readonly events: SpendEvents;
  /** Counts an upload that only a parsed body shows to be one. @throws ProblemError */
  readonly upload: (userId: number) => Promise<void>;
}

/** The refusal of what was done too often. @param retryAfter seconds until it will be heard again */
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

/** Counts what a member does in this process. */
function countIn(perSecond: number, burst: number): (userId: number) => void {
  const rates = new Rates<number>({ perSecond, burst });
  return (userId) => {
    const retryAfter = rates.take(userId);
    if (retryAfter > 0) throw tooMany(retryAfter);
  };
}

/** The limits as they are, or none of them where they are off. */
export function createLimits(
  vault: Pick<
    Vault,
    | 'logIns'
    | 'signInOffers'
    | 'registrations'
    | 'resetMailsAsked'
    | 'uploads'
    | 'walletProofs'
    | 'freshProofs'
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
      freshProofs: none,
      message: nothing,
      draft: nothing,
      upload: none,
      events: none,
      markEveryMs: 0,
    };
  }
  const messages = countIn(limits.messagesPerSecond, limits.messagesBurst);
  const drafts = countIn(limits.draftsPerSecond, limits.draftsBurst);
  const countMember =
    (attempts: Attempts): Hook =>
    async ({ session }) =>
      // Strangers have been refused before, and have nothing to be counted by.
      session === null ? undefined : count(attempts, `member ${session.userId}`);
  return {
    registrations: ofAddress(vault.registrations),
    logIns: ofAddress(vault.logIns),
    signInOffers: ofAddress(vault.signInOffers),
    resetMails: ofAddress(vault.resetMailsAsked),
    uploads: countMember(vault.uploads),
    walletProofs: countMember(vault.walletProofs),
    // By session: one of a thief must not keep the member from proving who they are.
    freshProofs: ({ session }) =>
      session === null ? Promise.resolve() : count(vault.freshProofs, `session ${session.id}`),
    message: messages,
    draft: drafts,
    upload: (userId) => count(vault.uploads, `member ${userId}`),
    markEveryMs: 5_000,
    async events(userId, budget, events) {
      const retryAfter = await vault.eventBudget.spend(userId, budget, events);
      if (retryAfter > 0) throw tooMany(retryAfter);
    },
  };
}
