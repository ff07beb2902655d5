import { isPushEndpoint } from '@pmcw/contracts';
import { boundedWait, pause, retryAfterOf, spread } from '@pmcw/resilience';
import { fetch } from 'undici';
import type { PushRequest } from './pushRequest.ts';

/** `gone`: the subscription no longer exists; `withdrawn`: the message does not. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'withdrawn';

export interface CourierLimits {
  readonly answerMs: number;
  readonly retries: number;
  readonly pauseMs: number;
  /** Even if a push service asks for a longer pause. */
  readonly pauseMostMs: number;
}

export const courierLimits: CourierLimits = {
  answerMs: 10_000,
  retries: 3,
  pauseMs: 1_000,
  pauseMostMs: 30_000,
};

export interface Courier {
  readonly services: readonly string[] | undefined;
  readonly limits: CourierLimits;
  readonly signal: AbortSignal;
}

/** @param retryAfter in seconds, as the push service asks */
export const pauseMs = (attempt: number, retryAfter: number, limits: CourierLimits): number =>
  Math.min(
    limits.pauseMostMs,
    Math.max(spread(limits.pauseMs * 2 ** attempt), boundedWait(retryAfter) * 1000),
  );

/**
 * Sends with retries; never to other addresses, and never following redirects.
 * @param write makes the request for each try; null if there is nothing left to send
 * @throws what `write` throws
 */
export async function deliver(
  write: () => Promise<PushRequest | null>,
  { services, limits, signal }: Courier,
): Promise<PushOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const request = await write();
    if (request === null) return 'withdrawn';
    if (!isPushEndpoint(request.url, services)) return 'refused';
    const answer = await ask(request, limits, signal);
    if (answer.outcome !== 'failed' || attempt >= limits.retries || signal.aborted) return answer.outcome;
    await pause(pauseMs(attempt, answer.retryAfter, limits), signal);
  }
}

interface ServiceAnswer {
  readonly outcome: PushOutcome;
  /** In seconds. */
  readonly retryAfter: number;
}

async function ask(
  { url, headers, body }: PushRequest,
  limits: CourierLimits,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', headers, body, redirect: 'manual' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.answerMs)]),
    });
    await answer.body?.cancel();
    return {
      outcome: outcomeOf(answer.status),
      retryAfter: retryAfterOf(answer.headers) ?? 0,
    };
  } catch {
    return { outcome: 'failed', retryAfter: 0 };
  }
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}
