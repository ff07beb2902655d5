import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countFilters,
  exportSearch,
  type HistoryState,
  historyParams,
  historyStart,
  historyStateFrom,
  listSearch,
  mayGrow,
} from './historyState.ts';

const moments = fc.oneof(
  fc.constant(''),
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);
const ids = fc.integer({ min: 1, max: 2_000_000_000 }).map(String);
const texts = fc.string({ maxLength: 100 }).map((text) => text.trim());
const states = fc.record({
  actor: fc.oneof(fc.constantFrom('', 'system'), ids),
  target: fc.oneof(fc.constant(''), ids),
  types: fc.uniqueArray(fc.stringMatching(/^[A-Za-z]{1,20}$/), { maxLength: 6 }),
  stream: texts,
  from: moments,
  to: moments,
  text: texts,
  at: moments,
  entry: fc.option(fc.oneof(fc.constant('newest'), fc.uuid())),
}) satisfies fc.Arbitrary<HistoryState>;

const read = (search: string) => historyStateFrom(new URLSearchParams(search));

describe('the address of the history', () => {
  it('contains any state, and nothing for the start', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(read(new URLSearchParams(historyParams(state)).toString())).toEqual(state);
      }),
    );
    expect(historyParams(historyStart)).toEqual({});
  });

  it.each([
    'actor=ada',
    'target=0',
    'target=system',
    'type=,-,',
    'from=yesterday',
    'at=',
    'entry=1',
    'text=%20',
  ])('with %s ignores it', (search) => {
    expect(read(search)).toEqual(historyStart);
  });

  it('accepts moments in human notation', () => {
    expect(read('from=2026-03-01').from).toBe('2026-03-01T00:00:00.000Z');
  });
});

describe('the request to the server', () => {
  const state: HistoryState = {
    ...historyStart,
    target: '7',
    types: ['UserVerified', 'TokensSet'],
    to: '2026-03-01T00:00:00.000Z',
    entry: 'newest',
  };

  it('contains the filters', () => {
    expect(exportSearch(state)).toBe(
      'target=7&type=UserVerified%2CTokensSet&to=2026-03-01T00%3A00%3A00.000Z',
    );
    expect(countFilters(state)).toBe(3);
    expect(listSearch(historyStart)).toBe('');
  });

  it('of the list alone ends at the chosen moment', () => {
    const jumped = { ...state, at: '2026-02-01T00:00:00.000Z' };
    expect(listSearch(jumped)).toContain('to=2026-02-01');
    expect(listSearch({ ...state, at: '2026-04-01T00:00:00.000Z' })).toContain('to=2026-03-01');
    expect(exportSearch(jumped)).toBe(exportSearch(state));
  });
});

describe('the list', () => {
  it.each([
    [{ at: '', to: '' }, true],
    [{ at: '', to: '2026-01-02T00:00:00.000Z' }, true],
    [{ at: '', to: '2025-01-02T00:00:00.000Z' }, false],
    [{ at: '2025-01-02T00:00:00.000Z', to: '' }, false],
  ])('with %o grows: %s', (span, expected) => {
    expect(mayGrow({ ...historyStart, ...span }, Date.parse('2026-01-01'))).toBe(expected);
  });
});
