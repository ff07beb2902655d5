import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromLocalMoment, toLocalMoment } from './localMoment.ts';

describe('a moment in local time', () => {
  it('survives a round trip, to the minute', () => {
    // Excludes the hour that occurs twice when summer time ends.
    const minutes = fc
      .integer({ min: 0, max: 59 })
      .map((minute) => new Date(2026, 5, 15, 9, minute).toISOString());
    fc.assert(
      fc.property(minutes, (iso) => {
        expect(fromLocalMoment(toLocalMoment(iso))).toBe(iso);
      }),
    );
  });

  it.each(['', 'nonsense'])('is none for %j', (text) => {
    expect(toLocalMoment(text)).toBe('');
    expect(fromLocalMoment(text)).toBe('');
  });
});
