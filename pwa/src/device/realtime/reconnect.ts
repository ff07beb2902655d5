import { realtimeTiming } from '@pmcw/contracts';

export interface Reconnect {
  readonly delayMs: number;
  /** The count of attempts if the next one fails. */
  readonly failed: number;
  /** Attempts are used up: notify the person and rest longer. */
  readonly isExhausted: boolean;
}

/**
 * The schedule of spec §9: 2 s x 1.5^attempt plus up to 20% jitter, capped at 60 s, ten times; then one attempt after 2
 * minutes, with the counter reset.
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
