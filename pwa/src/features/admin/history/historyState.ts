import { isMoment, limits, oneLine } from '@pmcw/contracts';
/** Which events are asked for, as the address says it; what is '' or empty is not asked for. */
export interface HistoryFilters {
  /** A member's id, or `system`. */
  readonly actor: string;
  /** A member's id. */
  readonly target: string;
  readonly types: readonly string[];
  readonly stream: string;
  /** ISO 8601, from this moment on. */
  readonly from: string;
  /** ISO 8601, before this moment. */
  readonly to: string;
  readonly text: string;
}

/** What the history shows, as the address says it. */
export interface HistoryState extends HistoryFilters {
  /** The moment that was jumped to, ISO 8601: the list begins before it. '' for the newest. */
  readonly at: string;
  /** The event whose details are open: its id, or `newest` for the first that fits. Null for none. */
  readonly entry: string | null;
}

/** Nothing is asked for. */
export const noFilters: HistoryFilters = {
  actor: '',
  target: '',
  types: [],
  stream: '',
  from: '',
  to: '',
  text: '',
};

/** The history as it opens. */
export const historyStart: HistoryState = { ...noFilters, at: '', entry: null };

const idPattern = /^[1-9]\d{0,14}$/;
const typePattern = /^[A-Za-z]{1,60}$/;
const entryPattern = /^(newest|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const matching = (pattern: RegExp, text: string | null): string =>
  text !== null && pattern.test(text) ? text : '';

const momentOf = (text: string | null): string =>
  text !== null && isMoment(text) ? new Date(text).toISOString() : '';

/** Reads the address; what it can't mean is as if it were not there. */
export function historyStateFrom(params: URLSearchParams): HistoryState {
  const short = (name: string) => oneLine(params.get(name) ?? '').slice(0, limits.walletAddressMax);
  const types = (params.get('type') ?? '').split(',').filter((name) => typePattern.test(name));
  const entry = matching(entryPattern, params.get('entry'));
  return {
    actor: params.get('actor') === 'system' ? 'system' : matching(idPattern, params.get('actor')),
    target: matching(idPattern, params.get('target')),
    types: [...new Set(types)].slice(0, 30),
    stream: short('stream'),
    from: momentOf(params.get('from')),
    to: momentOf(params.get('to')),
    text: short('text'),
    at: momentOf(params.get('at')),
    entry: entry === '' ? null : entry,
  };
}

/** What the server is asked with, and the address says: only what is asked for. */
export function filterParams({ types, ...filters }: HistoryFilters): Record<string, string> {
  const { actor, target, stream, from, to, text } = filters;
  const all = { actor, target, type: types.join(','), stream, from, to, text };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The part of the address that says a state: only what differs from `historyStart`. */
export function historyParams(state: HistoryState): Record<string, string> {
  return {
    ...filterParams(state),
    ...(state.at === '' ? {} : { at: state.at }),
    ...(state.entry === null ? {} : { entry: state.entry }),
  };
}

/** The query of the list: as the filters say, from the moment on that was jumped to. */
export function listSearch({ at, ...state }: HistoryState): string {
  const ends = [state.to, at].filter((moment) => moment !== '').sort();
  return new URLSearchParams(filterParams({ ...state, to: ends[0] ?? '' })).toString();
}

/** The query of an export: exactly the filters. */
export const exportSearch = (filters: HistoryFilters): string =>
  new URLSearchParams(filterParams(filters)).toString();

/** How many filters are set. */
export const countFilters = (filters: HistoryFilters): number => Object.keys(filterParams(filters)).length;

/** Whether something that happens from now on could be in the list. */
export const mayGrow = ({ at, to }: HistoryState, now: number): boolean =>
  at === '' && (to === '' || Date.parse(to) > now);
