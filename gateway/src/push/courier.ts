import { setTimeout as sleep } from 'node:timers/promises';
import { isPushEndpoint } from '@pmcw/contracts';
import { fetch } from 'undici';
import type { PushRequest } from './pushRequest.ts';

/** What became of a push: taken by the push service, or not, or for a browser that is no more; or no longer wanted. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'withdrawn';

/** Bounds of one push. */
export interface CourierLimits {
  /** Longest wait for an answer, in milliseconds. */
  readonly answerMs: number;
  /** How often it is tried again after a passing failure. */
  readonly retries: number;
  /** First pause before trying again, in milliseconds; each is twice as long as the one before, and half of it random. */
  readonly pauseMs: number;
  /** Longest pause, also when a push service asks for a longer one. */
  readonly pauseMostMs: number;
}

/** The limits unless told otherwise. */
export const courierLimits: CourierLimits = {
  answerMs: 10_000,
  retries: 3,
  pauseMs: 1_000,
  pauseMostMs: 30_000,
};

/** How a push is brought. */
export interface Courier {
  readonly services: readonly string[] | undefined;
  readonly limits: CourierLimits;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

/**
 * Brings a request to its push service, and tries again while that may help. An address that is no push service's is never
 * asked, and no redirect is followed.
 * @param write makes the request for each try; null once there is nothing to tell any more
 * @throws what `write` throws
 */
export async function bring(
  write: () => Promise<PushRequest | null>,
  { services, limits, signal }: Courier,
): Promise<PushOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const request = await write();
    if (request === null) return 'withdrawn';
    if (!isPushEndpoint(request.url, services)) return 'refused';
    const answer = await ask(request, limits, signal);
    if (answer.outcome !== 'failed' || attempt >= limits.retries || signal.aborted) return answer.outcome;
    const full = Math.min(limits.pauseMostMs, Math.max(limits.pauseMs * 2 ** attempt, answer.retryAfterMs));
    await sleep(full / 2 + (Math.random() * full) / 2, undefined, { signal, ref: false }).catch(
      () => undefined,
    );
  }
}

interface Answer {
  readonly outcome: PushOutcome;
  readonly retryAfterMs: number;
}

async function ask(
  { url, headers, body }: PushRequest,
  limits: CourierLimits,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', headers, body, redirect: 'manual' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.answerMs)]),
    });
    await answer.body?.cancel();
    return {
      outcome: outcomeOf(answer.status),
      retryAfterMs: retryAfterOf(answer.headers.get('retry-after')),
    };
  } catch {
    return { outcome: 'failed', retryAfterMs: 0 };
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}

/** Seconds are what push services send; a date is not waited for. */
const retryAfterOf = (value: string | null): number =>
  /^\d{1,6}$/.test(value ?? '') ? Number(value) * 1000 : 0;
