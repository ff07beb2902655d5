import { oneLine } from '@pmcw/contracts';
import { Search } from 'lucide-react';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Input } from '../../../base/ui/Input.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';

export interface MemberSearchProps {
  readonly query: string;
  /** Also called for the same query again. */
  readonly onSearch: (query: string) => void;
}

/** Spec §2. */
export function MemberSearch({ query, onSearch }: MemberSearchProps) {
  const words = useWords(admin).users;
  const [text, setText] = useState(query);
  // Follows the address when it changes otherwise (back, another filter).
  useEffect(() => setText(query), [query]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSearch(oneLine(text));
  };
  return (
    <search className="min-w-0 flex-1 lg:max-w-sm">
      <form onSubmit={submit} className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-4.5 -translate-y-1/2 text-faint"
        />
        <Input
          type="search"
          aria-label={words.searchLabel}
          placeholder={words.searchPlaceholder}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="pr-26 pl-11 [&::-webkit-search-cancel-button]:hidden"
        />
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
        >
          {words.search}
        </Button>
      </form>
    </search>
  );
}
