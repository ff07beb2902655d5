import type { HistoryEntry } from '@pmcw/contracts';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { History, SearchX } from 'lucide-react';
import { ApiError, sentenceOf } from '../../../base/api/errors.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { EmptyState, type EmptyStateProps } from '../../../base/ui/EmptyState.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { groupByDay } from '../../../base/ui/groupByDay.ts';
import { Loading, Repeated } from '../../../base/ui/Loading.tsx';
import { LoadMore } from '../../../base/ui/LoadMore.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { history } from '../../../base/words/en/admin/history.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { useIsCutOff } from '../../../device/offline/kept/useIsCutOff.ts';
import type { ListPages } from '../requests/adminQueries.ts';
import { HistoryRow, type HistoryRowProps } from './HistoryRow.tsx';

interface HistoryListProps extends Pick<HistoryRowProps, 'onOpen' | 'searchOf'> {
  readonly list: UseInfiniteQueryResult<ListPages<HistoryEntry>>;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/** Newest first, by day, as far back as the administrator asked. */
export function HistoryList({ list, isFiltered, onClear, ...rows }: HistoryListProps) {
  const words = useWords(history);
  const isCutOff = useIsCutOff();
  const { data, error, isFetchNextPageError, refetch, fetchNextPage } = list;
  if (data === undefined) {
    if (error === null) return <ListSkeleton />;
    // A retry would not help.
    if (error instanceof ApiError && error.code === 'invalid_input') {
      return <Nothing title={sentenceOf(error)} onClear={onClear} />;
    }
    const title = isCutOff ? words.list.offline : words.list.loading;
    return <ErrorState title={title} onRetry={() => void refetch()} />;
  }
  const entries = data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) {
    return isFiltered ? (
      <Nothing title={words.list.noneTitle} text={words.list.noneText} onClear={onClear} />
    ) : (
      <EmptyState as="p" icon={History} title={words.list.emptyTitle} text={words.list.emptyText} />
    );
  }
  return (
    <div>
      <Days entries={entries} {...rows} />
      <div className="mt-5 flex min-h-9 justify-center">
        {isFetchNextPageError ? (
          <ErrorState title={words.list.loading} onRetry={() => void fetchNextPage()} className="w-full" />
        ) : list.hasNextPage ? (
          <LoadMore list={list}>{words.list.older}</LoadMore>
        ) : (
          <p className="text-sm text-faint">{words.list.end}</p>
        )}
      </div>
    </div>
  );
}

interface NothingProps extends Pick<HistoryListProps, 'onClear'>, Pick<EmptyStateProps, 'title' | 'text'> {}

function Nothing({ onClear, ...says }: NothingProps) {
  const { clear } = useWords(history).filters;
  return (
    <EmptyState as="p" icon={SearchX} {...says}>
      <Button variant="secondary" onClick={onClear}>
        {clear}
      </Button>
    </EmptyState>
  );
}

interface DaysProps extends Pick<HistoryRowProps, 'onOpen' | 'searchOf'> {
  readonly entries: readonly HistoryEntry[];
}

function Days({ entries, ...rows }: DaysProps) {
  const words = useWords(history);
  const { dateInWords } = useFormats();
  return (
    <section aria-label={words.list.label} className="flex flex-col gap-6">
      {[...groupByDay(entries, dateInWords)].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="mb-2 text-sm font-medium text-muted">{day}</h3>
          <ol className="divide-y divide-line overflow-hidden rounded-xl border bg-surface">
            {ofDay.map((entry) => (
              <HistoryRow key={entry.position} entry={entry} {...rows} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}

function ListSkeleton() {
  return (
    <Loading>
      <Skeleton className="mb-2 h-5 w-36" />
      <div className="divide-y divide-line rounded-xl border bg-surface">
        <Repeated count={8} className="flex h-17 items-center gap-4 px-4 sm:px-5">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-full max-w-72" />
            <Skeleton className="h-3 w-40" />
          </div>
        </Repeated>
      </div>
    </Loading>
  );
}
