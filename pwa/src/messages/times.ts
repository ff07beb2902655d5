const minuteMs = 60_000;
const dayMs = 86_400_000;

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const dayAndMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const wholeDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const dayInWords = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
const dayAndYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

/** The time of day, such as "09:05". */
export function timeOfDay(iso: string): string {
  return clock.format(new Date(iso));
}

/**
 * How long ago, as short as a list needs it: "now", "5m", "3h", "Mon", "Mar 12", with the year when it is another.
 * @param now milliseconds since 1970
 */
export function relativeTime(iso: string, now: number): string {
  const then = new Date(iso);
  const age = now - then.getTime();
  if (age < minuteMs) return 'now';
  if (age < 60 * minuteMs) return `${Math.floor(age / minuteMs)}m`;
  if (age < dayMs) return `${Math.floor(age / (60 * minuteMs))}h`;
  if (age < 6 * dayMs) return weekday.format(then);
  return isSameYear(then, new Date(now)) ? dayAndMonth.format(then) : wholeDate.format(then);
}

/** The local day of a moment, for comparing. */
export function dayOf(iso: string): string {
  return new Date(iso).toDateString();
}

/**
 * A day as the thread says it: "Today", "Yesterday", "Monday, March 12", with the year when it is another.
 * @param now milliseconds since 1970
 */
export function dayLabel(iso: string, now: number): string {
  const day = new Date(iso);
  const today = new Date(now);
  if (day.toDateString() === today.toDateString()) return 'Today';
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return isSameYear(day, today) ? dayInWords.format(day) : dayAndYear.format(day);
}

function isSameYear(a: Date, b: Date): boolean {
  return a.getFullYear() === b.getFullYear();
}
