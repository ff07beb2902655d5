import { problems, type ToldMessage } from '@pmcw/contracts';
import type { WaitingFor } from './states.ts';

/** How one attempt to send a message, or to withdraw it, ended. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly message: ToldMessage }
  /** Of a message that was given up: the server has deleted it, or never had it. */
  | { readonly kind: 'withdrawn'; readonly wasThere: boolean }
  /** Final: the same message would be refused again. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  /** Nobody knows whether the server has it; to be tried again. `retryAfter` in seconds, when the server said so. */
  | { readonly kind: 'passing'; readonly waitingFor: WaitingFor; readonly retryAfter?: number };

/** What a server said against a message. */
export interface Refusal {
  readonly status: number;
  /** Code of the problem document; '' when the answer was none, and so perhaps not our server's. */
  readonly code: string;
  readonly detail: string;
  readonly retryAfter?: number | undefined;
}

/** Statuses of refusals that another try can turn into a success. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Sorts a refusal into final and passing. Only a problem document of ours can be final: a hotel's sign-in page and
 * a proxy's error page say nothing about the message.
 */
export function outcomeOf(refusal: Refusal): SendOutcome {
  const { status, code, detail, retryAfter } = refusal;
  const isOurs = code !== '';
  // Suspended just now, the session is about to end: the queue is kept for when they may come back.
  if (isOurs && (status === 401 || code === 'suspended')) return { kind: 'passing', waitingFor: 'sign-in' };
  if (isOurs && status >= 400 && status < 500 && !passingStatuses.has(status)) {
    return { kind: 'refused', code, detail };
  }
  return { kind: 'passing', waitingFor: 'server', ...(retryAfter === undefined ? {} : { retryAfter }) };
}

/** The HTTP status of a refusal that came as a frame; 500 for a code of a newer server. */
export function statusOf(code: string): number {
  return Object.entries(problems).find(([known]) => known === code)?.[1].status ?? 500;
}
