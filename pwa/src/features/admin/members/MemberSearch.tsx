import { oneLine } from '@pmcw/contracts';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { SearchArea } from '../../../base/ui/SearchArea.tsx';
import { SearchInput } from '../../../base/ui/SearchInput.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';

interface MemberSearchProps {
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
    <SearchArea className="min-w-0 flex-1 lg:max-w-sm">
      <form onSubmit={submit}>
        <SearchInput
          label={words.searchLabel}
          placeholder={words.searchPlaceholder}
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onType={setText}
          button={{ submit: words.search }}
        />
      </form>
    </SearchArea>
  );
}
