import { isMoment, limits, oneLine, startOf } from '@pmcw/contracts';
/** Filters of the history, as in the address; '' and empty lists filter nothing. */
export interface FilterValues {
  /** A member's id, or `system`. */
  readonly actor: string;
  readonly target: string;
  readonly types: readonly string[];
  readonly stream: string;
  /** ISO 8601, inclusive. */
  readonly from: string;
  /** ISO 8601, exclusive. */
  readonly to: string;
  readonly text: string;
}

export interface HistoryState extends FilterValues {
  /** ISO 8601: the list starts before this moment. '' for the newest. */
  readonly at: string;
  /** Id of the open event, `newest` for the first match, or null. */
  readonly entry: string | null;
}

export const noFilters: FilterValues = {
  actor: '',
  target: '',
  types: [],
  stream: '',
  from: '',
  to: '',
  text: '',
};

export const historyStart: HistoryState = { ...noFilters, at: '', entry: null };

const idPattern = /^[1-9]\d{0,14}$/;
const typePattern = /^[A-Za-z]{1,60}$/;
const entryPattern = /^(newest|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const matching = (pattern: RegExp, text: string | null): string =>
  text !== null && pattern.test(text) ? text : '';

const momentOf = (text: string | null): string =>
  text !== null && isMoment(text) ? new Date(text).toISOString() : '';

/** Ignores invalid values. */
export function historyStateFrom(params: URLSearchParams): HistoryState {
  const short = (name: string) => startOf(oneLine(params.get(name) ?? ''), limits.walletAddressMax);
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

/** Parameters of requests and of the address; contains only set filters. */
function filterParams({ types, ...filters }: FilterValues): Record<string, string> {
  const { actor, target, stream, from, to, text } = filters;
  const all = { actor, target, type: types.join(','), stream, from, to, text };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** Contains only what differs from `historyStart`. */
export function historyParams(state: HistoryState): Record<string, string> {
  return {
    ...filterParams(state),
    ...(state.at === '' ? {} : { at: state.at }),
    ...(state.entry === null ? {} : { entry: state.entry }),
  };
}

/** The list's query: the filters, up to the chosen moment. */
export function listSearch({ at, ...state }: HistoryState): string {
  const ends = [state.to, at].filter((moment) => moment !== '').sort();
  return new URLSearchParams(filterParams({ ...state, to: ends[0] ?? '' })).toString();
}

export const exportSearch = (filters: FilterValues): string =>
  new URLSearchParams(filterParams(filters)).toString();

export const countFilters = (filters: FilterValues): number => Object.keys(filterParams(filters)).length;

/** Whether future events can be in the list. */
export const mayGrow = ({ at, to }: HistoryState, now: number): boolean =>
  at === '' && (to === '' || Date.parse(to) > now);
