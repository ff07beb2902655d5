import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMoment } from './moments.ts';

describe('a moment', () => {
  it('is any time as written by `toISOString`', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        const text = date.toISOString();
        expect([text, text.slice(0, 10)].every(isMoment)).toBe(true);
      }),
    );
  });

  it.each(['2024-02-29', '2026-11-26T03:04Z', '2026-11-26T03:04:05+01:00', '2026-11-26T03:04:05.123456Z'])(
    'is %s',
    (text) => expect(isMoment(text)).toBe(true),
  );

  it.each([
    '2026-02-30',
    '2026-02-29T00:00:00Z',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T24:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:00:00',
    '2026-01-01T10:00:00+24:00',
    '2026-1-1',
    'Nov 5',
    '1',
    '',
    ' 2026-01-01',
    '2026-01-01\n',
  ])('is not %j', (text) => expect(isMoment(text)).toBe(false));
});
