import type { KeyboardEvent } from 'react';
import { SearchArea } from '../../../base/ui/SearchArea.tsx';
import { SearchInput } from '../../../base/ui/SearchInput.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';

interface SearchFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** The field has focus, so the results may be loaded. */
  readonly onNear: () => void;
}

/** Escape empties the field, arrow down moves to the results. */
export function SearchField({ query, onQuery, onNear }: SearchFieldProps) {
  const words = useWords(messages).search;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') onQuery('');
    else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-result]')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <SearchArea className="block shrink-0 border-b px-3 py-2.5">
      <SearchInput
        label={words.label}
        placeholder={words.placeholder}
        value={query}
        onType={onQuery}
        button={{ clear: words.clear, onClear: () => onQuery('') }}
        isSmall
        onFocus={onNear}
        onKeyDown={onKeyDown}
      />
    </SearchArea>
  );
}
