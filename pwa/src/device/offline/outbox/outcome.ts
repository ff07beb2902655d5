import { isFinalRefusal, type ToldMessage } from '@pmcw/contracts';
import type { WaitingFor } from './states.ts';

export type SendOutcome =
  | { readonly kind: 'accepted'; readonly message: ToldMessage }
  /** The server deleted the canceled message, or never had it. */
  | { readonly kind: 'withdrawn'; readonly wasThere: boolean }
  /** Final: the same message would be refused again. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  /** Whether the server has it is unknown: retry. `retryAfter` is in seconds, as asked. */
  | { readonly kind: 'passing'; readonly waitingFor: WaitingFor; readonly retryAfter?: number };

interface Refusal {
  readonly status: number;
  /** Code of the problem document; '' without one, and then perhaps not of our server. */
  readonly code: string;
  readonly detail: string;
  readonly retryAfter?: number | undefined;
}

/**
 * Only a problem document of ours can be final: a hotel's sign-in page or a proxy's error page does not concern the
 * message.
 */
export function outcomeOf({ status, code, detail, retryAfter }: Refusal): SendOutcome {
  if (isFinalRefusal(code, status)) return { kind: 'refused', code, detail };
  // After a suspension the session is about to end; the queue is kept for the member's return.
  if (code !== '' && (status === 401 || code === 'suspended')) {
    return { kind: 'passing', waitingFor: 'sign-in' };
  }
  if (retryAfter === undefined) return { kind: 'passing', waitingFor: 'server' };
  return { kind: 'passing', waitingFor: 'server', retryAfter };
}
