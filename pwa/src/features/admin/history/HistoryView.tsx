import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { history } from '../../../base/words/en/admin/history.ts';
import { useWords } from '../../../base/words/words.ts';
import { type HistoryState, listSearch, mayGrow, noFilters } from '../address/historyState.ts';
import type { AdminAddress } from '../address/useAdminState.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { EntryDialog } from './entry/EntryDialog.tsx';
import { historyQuery, tailQuery } from './events/historyQueries.ts';
import { FilterChips } from './filters/FilterChips.tsx';
import { HistoryFilters } from './filters/HistoryFilters.tsx';
import { JumpTo } from './filters/JumpTo.tsx';
import { HistoryList } from './HistoryList.tsx';
import { TailControl } from './TailControl.tsx';

interface HistoryViewProps {
  readonly address: AdminAddress;
}

/** Filters, the growing list, and any event with its causes. */
export function HistoryView({ address }: HistoryViewProps) {
  const words = useWords(history);
  const state = address.state.history;
  const { at, entry, ...filters } = state;
  const change = (changes: Partial<HistoryState>) =>
    address.change({ history: { ...state, entry: null, ...changes } });
  const search = listSearch(state);
  const list = useInfiniteQuery(historyQuery(search));
  const newest = list.data?.pages[0]?.items[0]?.eventId ?? null;
  const open = entry === 'newest' ? newest : entry;

  const [isPaused, setPaused] = useState(false);
  const isPast = !mayGrow(state, Date.now());
  const queryClient = useQueryClient();
  const tailAsked = tailQuery(search, queryClient);
  const tail = useQuery({
    ...tailAsked,
    // The list must not move while an event is open.
    enabled: list.data !== undefined && !isPaused && !isPast && open === null,
  });

  const pause = (next: boolean) => {
    setPaused(next);
    // Otherwise a running request would still add entries.
    if (next) void queryClient.cancelQueries({ queryKey: tailAsked.queryKey });
  };

  return (
    <section aria-labelledby="history-title" className="flex flex-col gap-5">
      <header>
        <div className="flex items-center justify-between gap-4">
          <h2 id="history-title" className="text-lg">
            {words.title}
          </h2>
          <ExportMenu filters={filters} />
        </div>
        <p className="mt-1 max-w-prose text-sm text-muted">{words.intro}</p>
      </header>
      <HistoryFilters filters={filters} onApply={change} />
      <FilterChips filters={filters} onChange={change} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TailControl
          isPast={isPast}
          isPaused={isPaused}
          isAway={tail.isError || list.isLoadingError}
          onPause={pause}
        />
        <JumpTo key={at} at={at} onJump={(moment) => change({ at: moment })} />
      </div>
      <HistoryList
        list={list}
        isFiltered={search !== ''}
        onOpen={address.openEntry}
        searchOf={(eventId) => address.searchOf({ history: { ...state, entry: eventId } })}
        onClear={() => change({ ...noFilters, at: '' })}
      />
      <EntryDialog
        eventId={open}
        onOpen={address.openEntry}
        onClose={address.closeEntry}
        onFilter={(wanted) => change({ ...noFilters, at: '', ...wanted })}
      />
    </section>
  );
}
