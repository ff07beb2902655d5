import { caseIdSchema, caseStatuses, limits, oneLine, startOf } from '@pmcw/contracts';
import * as v from 'valibot';
import { type HistoryState, historyParams, historyStart, historyStateFrom } from './historyState.ts';

/** In order: those of spec §2, the reports and the history. */
export const adminTabs = [
  'dashboard',
  'users',
  'verification',
  'reports',
  'notifications',
  'history',
] as const;

const adminViews = [...adminTabs, 'settings'] as const;
export type AdminView = (typeof adminViews)[number];

/** In order (spec §2). */
export const memberFilters = ['all', 'verified', 'unverified', 'suspended'] as const;
export type MemberFilter = (typeof memberFilters)[number];

export type CaseStatus = (typeof caseStatuses)[number];

export interface MemberListState {
  readonly filter: MemberFilter;
  /** Searches username, name and email; '' for all members. */
  readonly query: string;
  /** From 1. */
  readonly page: number;
}

export interface AdminState extends MemberListState {
  readonly view: AdminView;
  /** Username of the open details; null for none. */
  readonly user: string | null;
  readonly cases: CaseStatus;
  /** Id of the open case; null for none. */
  readonly caseId: string | null;
  readonly history: HistoryState;
}

export const adminStart: AdminState = {
  view: 'dashboard',
  filter: 'all',
  query: '',
  page: 1,
  user: null,
  cases: 'open',
  caseId: null,
  history: historyStart,
};

const queryMax = 100;
const usernamePattern = new RegExp(`^\\w{1,${limits.usernameMax}}$`);

/** Ignores invalid values. */
export function adminStateFrom(params: URLSearchParams): AdminState {
  const page = params.get('page') ?? '';
  const user = params.get('user') ?? '';
  return {
    view: adminViews.find((view) => view === params.get('tab')) ?? adminStart.view,
    filter: memberFilters.find((filter) => filter === params.get('filter')) ?? adminStart.filter,
    query: startOf(oneLine(params.get('query') ?? ''), queryMax),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : adminStart.page,
    user: usernamePattern.test(user) ? user : null,
    cases: caseStatuses.find((status) => status === params.get('cases')) ?? adminStart.cases,
    caseId: v.is(caseIdSchema, params.get('case')) ? params.get('case') : null,
    history: params.get('tab') === 'history' ? historyStateFrom(params) : historyStart,
  };
}

/** Contains only what differs from `adminStart`. */
export function adminSearch(state: AdminState): string {
  const params = new URLSearchParams();
  if (state.view !== adminStart.view) params.set('tab', state.view);
  if (state.filter !== adminStart.filter) params.set('filter', state.filter);
  if (state.query !== adminStart.query) params.set('query', state.query);
  if (state.page !== adminStart.page) params.set('page', String(state.page));
  if (state.user !== null) params.set('user', state.user);
  if (state.cases !== adminStart.cases) params.set('cases', state.cases);
  if (state.caseId !== null) params.set('case', state.caseId);
  for (const [name, value] of Object.entries(historyParams(state.history))) params.set(name, value);
  return params.toString();
}

/** Another tab resets the state, another filter or search returns to page 1 (spec §2). */
export function changedAdminState(state: AdminState, changes: Partial<AdminState>): AdminState {
  if (changes.view !== undefined && changes.view !== state.view) return { ...adminStart, ...changes };
  const isOtherList = changes.filter !== undefined || changes.query !== undefined;
  return { ...state, ...(isOtherList ? { page: 1 } : {}), ...changes };
}

const flagsOf: Record<MemberFilter, Readonly<Record<string, string>>> = {
  all: {},
  verified: { isAuthorized: 'true' },
  unverified: { isAuthorized: 'false', isSuspended: 'false' },
  suspended: { isSuspended: 'true' },
};

/** Spec §7. */
export function memberListSearch({ filter, query, page }: MemberListState): string {
  const params = new URLSearchParams({ page: String(page), ...flagsOf[filter] });
  if (query !== '') params.set('query', query);
  return params.toString();
}
