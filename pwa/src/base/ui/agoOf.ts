import type { Formats } from '../words/formats.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const datesAfterDays = 30;

/**
 * "now", "5 minutes ago", "yesterday", and the date after a month; null for an invalid date. Future moments, by a
 * differing clock, are "now".
 * @param iso ISO 8601
 * @param now milliseconds since 1970
 */
export function agoOf(iso: string, now: number, formats: Formats): string | null {
  const age = now - Date.parse(iso);
  if (Number.isNaN(age)) return null;
  if (age < minuteMs) return formats.fromNow(0, 'second');
  if (age < hourMs) return formats.fromNow(-Math.floor(age / minuteMs), 'minute');
  if (age < dayMs) return formats.fromNow(-Math.floor(age / hourMs), 'hour');
  const days = Math.floor(age / dayMs);
  return days < datesAfterDays ? formats.fromNow(-days, 'day') : formats.date(iso);
}
