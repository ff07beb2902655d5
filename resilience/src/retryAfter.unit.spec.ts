import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedWait, retryAfterOf } from './retryAfter.ts';

const now = Date.parse('2026-11-27T12:00:00.000Z');
const read = (value: string) => retryAfterOf(new Headers({ 'retry-after': value }), now);

describe('the wait that an answer asks for', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    [' 120 ', 120],
    ['2592000', 2_592_000],
    ['Fri, 27 Nov 2026 12:01:30 GMT', 90],
    ['Fri, 27 Nov 2026 11:59:00 GMT', 0],
  ])('is read from "%s"', (value, seconds) => {
    expect(read(value)).toBe(seconds);
  });

  it.each([
    '',
    'soon',
    'May 5',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '7 seconds',
    '9'.repeat(30),
    'Fri, 99 Foo 2026 12:00:00 GMT',
  ])('is not read from "%s"', (value) => {
    expect(read(value)).toBeNull();
  });

  it('is null without the header', () => {
    expect(retryAfterOf(new Headers())).toBeNull();
  });
});

describe('a bounded wait', () => {
  it('is at least as asked, up to five minutes', () => {
    const asked = [0, 1, 299.5, 300, 3600, Number.POSITIVE_INFINITY];
    expect(asked.map((seconds) => boundedWait(seconds, 0))).toEqual([0, 1, 299.5, 300, 300, 300]);
    expect(asked.map((seconds) => boundedWait(seconds, 0.5))).toEqual([0, 1.25, 300, 300, 300, 300]);
  });

  it('differs between clients that were refused together', () => {
    expect(new Set(Array.from({ length: 100 }, () => boundedWait(2))).size).toBeGreaterThan(90);
  });

  it('is never negative, too long, or no number', () =>
    fc.assert(
      fc.property(fc.double(), (seconds) => {
        expect(boundedWait(seconds)).toBeGreaterThanOrEqual(0);
        expect(boundedWait(seconds)).toBeLessThanOrEqual(300);
      }),
    ));
});
