import { describe, expect, it } from 'vitest';
import { dayLabel, dayOf, relativeTime } from './times.ts';

/** A local time, for the same labels in every time zone. */
const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute);
const iso = (date: Date) => date.toISOString();
const now = at(2026, 3, 12, 12, 30).getTime();

describe('times of messages', () => {
  it.each([
    [at(2026, 3, 12, 12, 31), 'now'],
    [at(2026, 3, 12, 12, 30), 'now'],
    [at(2026, 3, 12, 12, 29), '1m'],
    [at(2026, 3, 12, 11, 31), '59m'],
    [at(2026, 3, 12, 11, 30), '1h'],
    [at(2026, 3, 11, 12, 31), '23h'],
    [at(2026, 3, 11, 12, 30), 'Wed'],
    [at(2026, 3, 1), 'Mar 1'],
    [at(2025, 12, 31), 'Dec 31, 2025'],
  ])('%s is "%s" in the list', (then, words) => {
    expect(relativeTime(iso(then), now)).toBe(words);
  });

  it.each([
    [at(2026, 3, 12, 0, 1), 'Today'],
    [at(2026, 3, 11, 23, 59), 'Yesterday'],
    [at(2026, 3, 2), 'Monday, March 2'],
    [at(2025, 3, 12), 'March 12, 2025'],
  ])('%s is "%s" in the thread', (then, words) => {
    expect(dayLabel(iso(then), now)).toBe(words);
  });

  it('handles midnight', () => {
    expect(dayOf(iso(at(2026, 3, 12, 0, 0)))).toBe(dayOf(iso(at(2026, 3, 12, 23, 59))));
    expect(dayOf(iso(at(2026, 3, 12, 23, 59)))).not.toBe(dayOf(iso(at(2026, 3, 13, 0, 0))));
  });
});
