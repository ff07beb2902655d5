import { type DirectoryQuery, oneLine, startOf, userSorts, userTypes } from '@pmcw/contracts';

export interface DirectoryState {
  readonly query: string;
  /** True: verified only, false: unverified only, null: all. */
  readonly isAuthorized: boolean | null;
  readonly userType: DirectoryQuery['userType'] | null;
  /** Only members with a proved address. */
  readonly hasProof: boolean;
  readonly sort: DirectoryQuery['sort'];
  /** From 1. */
  readonly page: number;
}

export const wholeDirectory: DirectoryState = {
  query: '',
  isAuthorized: null,
  userType: null,
  hasProof: false,
  sort: 'username',
  page: 1,
};

const queryMax = 100;

/** Ignores invalid values. */
export function directoryStateFrom(params: URLSearchParams): DirectoryState {
  const isAuthorized = params.get('isAuthorized');
  const page = params.get('page') ?? '';
  return {
    query: startOf(oneLine(params.get('query') ?? ''), queryMax),
    isAuthorized: isAuthorized === 'true' ? true : isAuthorized === 'false' ? false : null,
    userType: userTypes.find((type) => type === params.get('userType')) ?? null,
    hasProof: params.get('hasProof') === 'true',
    sort: userSorts.find((sort) => sort === params.get('sort')) ?? wholeDirectory.sort,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** For the address and the server; contains only what is set (spec §7). */
export function directorySearch(state: DirectoryState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.query !== '') params.set('query', state.query);
  if (state.isAuthorized !== null) params.set('isAuthorized', String(state.isAuthorized));
  if (state.userType) params.set('userType', state.userType);
  if (state.hasProof) params.set('hasProof', 'true');
  if (state.sort !== wholeDirectory.sort) params.set('sort', state.sort);
  if (state.page !== 1) params.set('page', String(state.page));
  return params;
}

/** Whether the list is narrowed; order and page don't count. */
export function isFiltered(state: DirectoryState): boolean {
  return state.query !== '' || state.isAuthorized !== null || state.userType !== null || state.hasProof;
}
