import { describe, expect, it } from 'vitest';
import { formatsOf } from '../words/formats.ts';
import { agoOf } from './agoOf.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('how long ago', () => {
  it.each([
    [0, 'now', 'jetzt'],
    [-5 * minute, 'now', 'jetzt'],
    [minute - 1, 'now', 'jetzt'],
    [minute, '1 minute ago', 'vor 1 Minute'],
    [hour - 1, '59 minutes ago', 'vor 59 Minuten'],
    [hour, '1 hour ago', 'vor 1 Stunde'],
    [day - 1, '23 hours ago', 'vor 23 Stunden'],
    [day, 'yesterday', 'gestern'],
    [3 * day, '3 days ago', 'vor 3 Tagen'],
    [30 * day - 1, '29 days ago', 'vor 29 Tagen'],
  ])('%i ms is %s', (age, english, german) => {
    const at = new Date(now - age).toISOString();
    expect(agoOf(at, now, formatsOf('en'))).toBe(english);
    expect(agoOf(at, now, formatsOf('de'))).toBe(german);
  });

  it('is a date after a month, and null for an invalid one', () => {
    expect(agoOf('2026-05-16T12:00:00Z', now, formatsOf('en'))).toBe('May 16, 2026');
    expect(agoOf('some day', now, formatsOf('en'))).toBeNull();
  });
});
