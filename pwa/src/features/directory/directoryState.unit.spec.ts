import { userSorts, userTypes } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DirectoryState,
  directorySearch,
  directoryStateFrom,
  isFiltered,
  wholeDirectory,
} from './directoryState.ts';

const anyState: fc.Arbitrary<DirectoryState> = fc.record({
  query: fc.string({ maxLength: 100 }).map((query) => query.trim()),
  isAuthorized: fc.constantFrom(true, false, null),
  userType: fc.constantFrom(null, ...userTypes),
  hasProof: fc.boolean(),
  sort: fc.constantFrom(...userSorts),
  page: fc.integer({ min: 1, max: 999_999 }),
});

describe('the directory in the address', () => {
  it('survives a round trip', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(directoryStateFrom(new URLSearchParams(directorySearch(state).toString()))).toEqual(state);
      }),
    );
  });

  it('is empty for the whole directory', () => {
    expect(directorySearch(wholeDirectory).toString()).toBe('');
    expect(directoryStateFrom(new URLSearchParams())).toEqual(wholeDirectory);
  });

  it('reads the link of the landing page', () => {
    expect(directoryStateFrom(new URLSearchParams('isAuthorized=true')).isAuthorized).toBe(true);
  });

  it('requests proved addresses by a parameter of its own', () => {
    expect(directorySearch({ ...wholeDirectory, hasProof: true }).toString()).toBe('hasProof=true');
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=x',
    'isAuthorized=yes',
    'userType=Bank',
    'sort=tokens',
    'hasProof=false',
    'hasProof=1',
  ])('ignores %s', (search) => {
    expect(directoryStateFrom(new URLSearchParams(search))).toEqual(wholeDirectory);
  });

  it('knows which state narrows the list', () => {
    expect(isFiltered({ ...wholeDirectory, sort: 'newest', page: 3 })).toBe(false);
    expect(isFiltered({ ...wholeDirectory, isAuthorized: false })).toBe(true);
    expect(isFiltered({ ...wholeDirectory, hasProof: true })).toBe(true);
  });
});
