import { userTypes } from '@pmcw/contracts';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { Input } from '../ui/Input.tsx';
import { Select, type SelectOption } from '../ui/Select.tsx';
import type { DirectoryState } from './directoryState.ts';

/** How long typing must rest before the list follows, in milliseconds. */
const debounceMs = 300;

const verifications = [
  { value: 'all', label: 'All members' },
  { value: 'verified', label: 'Verified' },
  { value: 'normal', label: 'Normal' },
] as const satisfies readonly SelectOption[];

const types = [
  { value: 'all', label: 'All account types' },
  ...userTypes.map((type) => ({ value: type, label: type })),
] as const;

const sorts = [
  { value: 'username', label: 'By username' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
] as const satisfies readonly SelectOption[];

/** Props of `DirectoryFilters`. */
export interface DirectoryFiltersProps {
  readonly state: DirectoryState;
  readonly onChange: (changes: Partial<DirectoryState>, options?: { readonly replace: boolean }) => void;
}

/** The search and filter panel of the directory (spec §2). */
export function DirectoryFilters({ state, onChange }: DirectoryFiltersProps) {
  const verification = state.isAuthorized === null ? 'all' : state.isAuthorized ? 'verified' : 'normal';
  return (
    <search className="sticky top-[var(--shell-top)] z-30 -mx-4 mt-6 mb-6 block bg-canvas/90 px-4 py-3 backdrop-blur-xl max-lg:static md:mx-0 md:px-0">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_10.5rem_13rem_10.5rem]">
        <SearchBox query={state.query} onQuery={(query) => onChange({ query }, { replace: true })} />
        <Select
          aria-label="Verification"
          className="text-sm"
          options={verifications}
          value={verification}
          onValueChange={(value) => onChange({ isAuthorized: value === 'all' ? null : value === 'verified' })}
        />
        <Select
          aria-label="Account type"
          className="text-sm"
          options={types}
          value={state.userType ?? 'all'}
          onValueChange={(value) => onChange({ userType: value === 'all' ? null : value })}
        />
        <Select
          aria-label="Order"
          className="text-sm max-md:col-span-2"
          options={sorts}
          value={state.sort}
          onValueChange={(sort) => onChange({ sort })}
        />
      </div>
    </search>
  );
}

interface SearchBoxProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

function SearchBox({ query, onQuery }: SearchBoxProps) {
  const [text, setText] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(query);
  // The address changed by other means (back, clear filters): the box follows it.
  useEffect(() => {
    if (query === sent.current) return;
    sent.current = query;
    clearTimeout(timer.current);
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const say = (next: string, waitMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = next.trim();
      onQuery(sent.current);
    }, waitMs);
  };
  return (
    <div className="relative max-lg:col-span-full">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-4.5 -translate-y-1/2 text-faint"
      />
      <Input
        type="search"
        aria-label="Search members"
        placeholder="Search by name or username"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => say(event.target.value, debounceMs)}
        className="pr-11 pl-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton
          label="Clear search"
          size="sm"
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
          onClick={() => say('', 0)}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
