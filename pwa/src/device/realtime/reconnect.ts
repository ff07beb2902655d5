import { realtimeTiming } from '@pmcw/contracts';

/** When to try again, and what then. */
export interface Reconnect {
  /** Milliseconds to wait before the next attempt. */
  readonly delayMs: number;
  /** Attempts counted when that one fails. */
  readonly failed: number;
  /** The attempts are used up: time for a word to the person and a longer rest. */
  readonly isExhausted: boolean;
}

/**
 * The schedule of spec §9: 2 s x 1.5^attempt plus up to 20% jitter, capped at 60 s, ten times; then one final
 * attempt after 2 minutes, with the counter reset.
 * @param failed attempts that failed since the last connection
 * @param random from 0 up to 1
 */
export function nextReconnect(failed: number, random: number): Reconnect {
  const {
    maxReconnectAttempts,
    reconnectBaseMs,
    reconnectFactor,
    reconnectJitter,
    reconnectMaxMs,
    coolingMs,
  } = realtimeTiming;
  if (failed >= maxReconnectAttempts) return { delayMs: coolingMs, failed: 0, isExhausted: true };
  const delay = reconnectBaseMs * reconnectFactor ** failed * (1 + reconnectJitter * random);
  return { delayMs: Math.min(reconnectMaxMs, delay), failed: failed + 1, isExhausted: false };
}
