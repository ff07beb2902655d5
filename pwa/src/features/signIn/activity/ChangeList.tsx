import type { ActivityEntry } from '@pmcw/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { groupByDay } from '../../../base/ui/groupByDay.ts';
import { LoadMore } from '../../../base/ui/LoadMore.tsx';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { LoadingOrFailed } from '../../../device/offline/kept/LoadingOrFailed.tsx';
import { EventIcon } from '../../../members/look/EventIcon.tsx';
import { activityQuery } from './activityQueries.ts';
import { useActivitySentence } from './sentences.ts';

/** Newest first, by day, as far back as the member asked. */
export function ChangeList() {
  const words = useWords(activity).changes;
  const list = useInfiniteQuery(activityQuery);
  const { data, isError, isFetchNextPageError, fetchNextPage } = list;
  if (data === undefined)
    return <LoadingOrFailed hasFailed={isError} failure={words.failed} onRetry={() => void list.refetch()} />;
  const entries = data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) return <p className="text-sm text-muted">{words.empty}</p>;
  return (
    <>
      <Days entries={entries} />
      <div className="mt-5 flex min-h-9 items-center justify-center gap-3 text-sm text-faint">
        {isFetchNextPageError ? (
          <div role="alert" className="flex flex-wrap items-center justify-center gap-3 text-muted">
            {words.failed}
            <RetryButton onRetry={() => void fetchNextPage()} />
          </div>
        ) : list.hasNextPage ? (
          <LoadMore list={list}>{words.more}</LoadMore>
        ) : (
          words.end
        )}
      </div>
    </>
  );
}

function Days({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  const { dateInWords, dateAndTime, timeOfDay } = useFormats();
  const sentence = useActivitySentence();
  return (
    <div className="flex flex-col gap-5">
      {[...groupByDay(entries, dateInWords)].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className="text-sm font-medium text-muted">{day}</h3>
          <ol className="divide-y divide-line">
            {ofDay.map((entry) => (
              <li
                key={entry.position}
                className="flex min-h-14 items-center gap-4 py-2.5 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]"
              >
                <EventIcon type={entry.type} />
                <p className="min-w-0 flex-1 text-sm break-words">{sentence(entry)}</p>
                <time
                  dateTime={entry.occurredAt}
                  title={dateAndTime(entry.occurredAt)}
                  className="shrink-0 text-xs text-muted tabular-nums"
                >
                  {timeOfDay(entry.occurredAt)}
                </time>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
