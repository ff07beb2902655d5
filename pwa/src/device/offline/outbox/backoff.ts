const baseMs = 1_000;
const maxMs = 60_000;
const jitter = 0.25;

/**
 * Doubles up to a minute, spread by a quarter either way so that clients don't return at the same time.
 * @param attempts tries that failed before this one
 * @param random from 0 up to 1
 * @returns milliseconds
 */
export function backoffMs(attempts: number, random: number): number {
  const full = Math.min(maxMs, baseMs * 2 ** attempts);
  return Math.round(full * (1 - jitter + 2 * jitter * random));
}
