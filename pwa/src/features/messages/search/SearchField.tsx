import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { Input } from '../../../base/ui/Input.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';

export interface SearchFieldProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** The field has focus, so the results may be loaded. */
  readonly onNear: () => void;
}

/** Escape empties the field, arrow down moves to the results. */
export function SearchField({ query, onQuery, onNear }: SearchFieldProps) {
  const words = useWords(messages).search;
  const field = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') onQuery('');
    else if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-result]')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <search className="relative block shrink-0 border-b px-3 py-2.5">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-6.5 size-4 -translate-y-1/2 text-faint"
      />
      <Input
        ref={field}
        type="search"
        aria-label={words.label}
        placeholder={words.placeholder}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onFocus={onNear}
        onKeyDown={onKeyDown}
        className="h-10 rounded-full pr-10 pl-10 text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {query !== '' && (
        <IconButton
          label={words.clear}
          size="sm"
          className="absolute top-1/2 right-4.5 -translate-y-1/2"
          onClick={() => {
            onQuery('');
            field.current?.focus();
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </search>
  );
}
