import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentFormats } from '../../../base/words/formats.ts';
import { currentWords } from '../../../base/words/words.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * "now", "5m", "3h", "Mon", "Mar 12", with the year if it differs.
 * @param now milliseconds since 1970
 */
export function relativeTime(iso: string, now: number): string {
  const words = currentWords(messages);
  const formats = currentFormats();
  const age = now - Date.parse(iso);
  if (age < minuteMs) return words.now;
  if (age < 60 * minuteMs) return words.minutes(formats.number(Math.floor(age / minuteMs)));
  if (age < dayMs) return words.hours(formats.number(Math.floor(age / (60 * minuteMs))));
  if (age < 6 * dayMs) return formats.weekday(iso);
  return isSameYear(new Date(iso), new Date(now)) ? formats.dayAndMonth(iso) : formats.date(iso);
}

/** A key of the local day, for comparison. */
export function dayOf(iso: string): string {
  return new Date(iso).toDateString();
}

/**
 * "Today", "Yesterday", "Monday, March 12", with the year if it differs.
 * @param now milliseconds since 1970
 */
export function dayLabel(iso: string, now: number): string {
  const words = currentWords(messages);
  const formats = currentFormats();
  const day = new Date(iso);
  const today = new Date(now);
  if (day.toDateString() === today.toDateString()) return words.today;
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === yesterday.toDateString()) return words.yesterday;
  return isSameYear(day, today) ? formats.dayInWords(iso) : formats.dateInWords(iso);
}

function isSameYear(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear();
}
