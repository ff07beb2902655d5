import { caseStatuses } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AdminState,
  adminSearch,
  adminStart,
  adminStateFrom,
  adminTabs,
  changedAdminState,
  memberFilters,
  memberListSearch,
} from './adminState.ts';
import { historyStart } from './historyState.ts';

const states = fc.record({
  view: fc.constantFrom(...adminTabs, 'settings' as const),
  filter: fc.constantFrom(...memberFilters),
  query: fc.string({ maxLength: 100 }).map((query) => query.trim()),
  page: fc.integer({ min: 1, max: 999_999 }),
  user: fc.option(fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/)),
  cases: fc.constantFrom(...caseStatuses),
  caseId: fc.constantFrom(null, 'profile-7', 'address-7-w_1', `message-${crypto.randomUUID()}`),
  history: fc.constant(historyStart),
}) satisfies fc.Arbitrary<AdminState>;

describe('the address of the admin page', () => {
  it('contains any state, and nothing for the start', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(adminStateFrom(new URLSearchParams(adminSearch(state)))).toEqual(state);
      }),
    );
    expect(adminSearch(adminStart)).toBe('');
  });

  it("contains the history's state while the history is shown", () => {
    const state: AdminState = { ...adminStart, view: 'history', history: { ...historyStart, target: '7' } };
    expect(adminSearch(state)).toBe('tab=history&target=7');
    expect(adminStateFrom(new URLSearchParams(adminSearch(state)))).toEqual(state);
  });

  it.each([
    'tab=past',
    'actor=7',
    'filter=odd',
    'page=0',
    'page=2.5',
    'page=-1',
    'user=',
    'user=../ada',
    'cases=odd',
    'case=profile-x',
    'query=  ',
  ])('with %s ignores it', (search) => {
    expect(adminStateFrom(new URLSearchParams(search))).toEqual(adminStart);
  });
});

describe('a change', () => {
  const deep: AdminState = {
    view: 'users',
    filter: 'verified',
    query: 'ada',
    page: 4,
    user: null,
    cases: 'closed',
    caseId: null,
    history: historyStart,
  };

  it.each([{ filter: 'suspended' }, { query: 'grace' }, { query: 'ada' }] as const)(
    'of the filter or the search returns to page 1: %o',
    (changes) => {
      expect(changedAdminState(deep, changes)).toEqual({ ...deep, ...changes, page: 1 });
    },
  );

  it('of the page or the open member keeps the rest', () => {
    expect(changedAdminState(deep, { page: 5 })).toEqual({ ...deep, page: 5 });
    expect(changedAdminState(deep, { user: 'ada' })).toEqual({ ...deep, user: 'ada' });
  });

  it('of the tab resets the state', () => {
    expect(changedAdminState(deep, { view: 'verification' })).toEqual({
      ...adminStart,
      view: 'verification',
    });
    expect(changedAdminState(deep, { view: 'users' })).toEqual(deep);
  });
});

describe('the request to the server', () => {
  it.each([
    ['all', 'page=1'],
    ['verified', 'page=1&isAuthorized=true'],
    ['unverified', 'page=1&isAuthorized=false&isSuspended=false'],
    ['suspended', 'page=1&isSuspended=true'],
  ] as const)('for %s is %s', (filter, search) => {
    expect(memberListSearch({ filter, query: '', page: 1 })).toBe(search);
  });

  it('contains the search', () => {
    expect(memberListSearch({ filter: 'all', query: 'a&b', page: 3 })).toBe('page=3&query=a%26b');
  });
});
