/** Five minutes: a proxy once asked for an hour, and another for 30 days. */
const waitMostSeconds = 5 * 60;

/** HTTP's usual form of a date (RFC 9110, 5.6.7). `Date.parse` would find a date in almost any text. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The wait that an answer asks for in `Retry-After`, in whole seconds from 0, for texts. Bound it before waiting
 * (`boundedWait`).
 * @returns null without the header, and for nonsense
 */
export function retryAfterOf(
  headers: { get(name: string): string | null },
  now: number = Date.now(),
): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = httpDate.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * As long as another party asks, and up to half as long again, so that clients that were refused together don't return
 * together; no longer than five minutes.
 * @param seconds of a header, a frame or an error
 * @param random from 0 up to 1
 */
export const boundedWait = (seconds: number, random = Math.random()): number =>
  Number.isNaN(seconds) ? 0 : Math.min(Math.max(0, seconds) * (1 + random / 2), waitMostSeconds);
