import { oneLine, userSorts, userTypes } from '@pmcw/contracts';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SearchArea } from '../../base/ui/SearchArea.tsx';
import { SearchInput } from '../../base/ui/SearchInput.tsx';
import { Select } from '../../base/ui/Select.tsx';
import { common } from '../../base/words/en/common.ts';
import { directory } from '../../base/words/en/directory/directory.ts';
import { useWords } from '../../base/words/words.ts';
import type { DirectoryState } from './directoryState.ts';

const debounceMs = 300;

const verifications = ['all', 'verified', 'normal'] as const;

interface DirectoryFiltersProps {
  readonly state: DirectoryState;
  readonly isDrawn: () => boolean;
  readonly onChange: (changes: Partial<DirectoryState>, options?: { readonly replace: boolean }) => void;
}

/** Holds text not searched yet; another `key` drops it. */
export function DirectoryFilters({ state, isDrawn, onChange }: DirectoryFiltersProps) {
  const words = useWords(directory);
  const { accountType, accountTypes } = useWords(common);
  const verification = state.isAuthorized === null ? 'all' : state.isAuthorized ? 'verified' : 'normal';
  return (
    <SearchArea className="sticky top-[var(--shell-top)] z-30 -mx-4 mt-6 mb-6 block bg-canvas px-4 py-3 max-[72rem]:static md:mx-0 md:px-0">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4 min-[72rem]:grid-cols-[minmax(0,1fr)_10.5rem_11.5rem_10.5rem_10.5rem]">
        <SearchBox
          query={state.query}
          isDrawn={isDrawn}
          onQuery={(query) => onChange({ query }, { replace: true })}
        />
        <Select
          aria-label={words.verification.label}
          className="text-sm"
          options={verifications.map((value) => ({ value, label: words.verification[value] }))}
          value={verification}
          onValueChange={(value) => onChange({ isAuthorized: value === 'all' ? null : value === 'verified' })}
        />
        <Select
          aria-label={accountType}
          className="text-sm"
          options={[
            { value: 'all', label: words.allTypes },
            ...userTypes.map((value) => ({ value, label: accountTypes[value] })),
          ]}
          value={state.userType ?? 'all'}
          onValueChange={(value) => onChange({ userType: value === 'all' ? null : value })}
        />
        <ProvedToggle isOn={state.hasProof} onChange={(hasProof) => onChange({ hasProof })} />
        <Select
          aria-label={words.order.label}
          className="text-sm max-[22rem]:col-span-2"
          options={userSorts.map((value) => ({ value, label: words.order[value] }))}
          value={state.sort}
          onValueChange={(sort) => onChange({ sort })}
        />
      </div>
    </SearchArea>
  );
}

function ProvedToggle({
  isOn,
  onChange,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  const words = useWords(directory);
  return (
    <label className="field flex h-12 items-center gap-2 px-3 text-sm/4.5 max-[22rem]:col-span-2 sm:gap-2.5 sm:px-4">
      <span className="relative grid size-5 shrink-0">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-5 appearance-none rounded-[0.375rem] border border-control bg-[var(--field)] transition checked:border-primary checked:bg-primary"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-on-primary peer-checked:block"
        />
      </span>
      {words.hasProof}
    </label>
  );
}

interface SearchBoxProps extends Pick<DirectoryFiltersProps, 'isDrawn'> {
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

function SearchBox({ query, isDrawn, onQuery }: SearchBoxProps) {
  const words = useWords(directory);
  const [text, setText] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(query);
  // Filters were cleared.
  useEffect(() => {
    if (query === sent.current) return;
    sent.current = query;
    clearTimeout(timer.current);
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: string, waitMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    const follow = () => {
      // A followed link is still loading: don't navigate back.
      if (!isDrawn()) {
        timer.current = setTimeout(follow, debounceMs);
        return;
      }
      sent.current = oneLine(next);
      onQuery(sent.current);
    };
    timer.current = setTimeout(follow, waitMs);
  };
  return (
    <SearchInput
      label={words.search}
      placeholder={words.searchPlaceholder}
      value={text}
      onType={(next) => change(next, debounceMs)}
      button={{ clear: words.clearSearch, onClear: () => change('', 0) }}
      className="max-[72rem]:col-span-full"
    />
  );
}
