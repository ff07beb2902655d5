import type { CaseOutcome, HistoryEntry, ReportCase } from '@pmcw/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { useWords } from '../../../base/words/words.ts';
import { historyStart, listSearch } from '../address/historyState.ts';
import { historyQuery } from '../history/events/historyQueries.ts';
import { useHistorySentences } from '../history/events/sentences.ts';
import { UndoButton } from '../history/undo/UndoButton.tsx';
import { undoChain } from '../history/undo/undoChain.ts';

interface Consequence {
  readonly stream: string;
  readonly type: string;
  /** Type of the event that undoes it. */
  readonly undoing: string;
}

const consequences: { readonly [O in CaseOutcome]: (item: ReportCase) => Consequence | null } = {
  dismissed: () => null,
  // The id of its case is `message-` and its own, like the stream.
  message_removed: ({ id }) => ({ stream: id, type: 'MessageDeleted', undoing: 'MessageRestored' }),
  warned: ({ memberId }) => ({
    ...{ stream: `user-${memberId}`, type: 'MemberWarned', undoing: 'WarningWithdrawn' },
  }),
  suspended: ({ memberId }) => ({
    ...{ stream: `user-${memberId}`, type: 'UserSuspended', undoing: 'UserUnsuspended' },
  }),
};

/** Undoes the last decision, or what followed from it; has only what the history has. */
export function CaseUndo({ item, outcome }: { readonly item: ReportCase; readonly outcome: CaseOutcome }) {
  const search = listSearch({ ...historyStart, stream: `case-${item.id}`, types: ['CaseClosed'] });
  const { data } = useInfiniteQuery(historyQuery(search));
  const decision = data?.pages[0]?.items[0];
  if (decision === undefined) return null;
  const consequence = consequences[outcome](item);
  return (
    <ul className="flex flex-col divide-y rounded-lg border text-sm">
      <UndoRow entry={decision} isUndone={false} />
      {consequence !== null && <ConsequenceRow decision={decision} consequence={consequence} />}
    </ul>
  );
}

/** Looking again for a consequence that the history lacks; it has none if there was nothing to do. */
const again = { everyMs: 2_000, most: 15 } as const;

interface ConsequenceRowProps {
  readonly decision: HistoryEntry;
  readonly consequence: Consequence;
}

function ConsequenceRow({ decision, consequence: { stream, type, undoing } }: ConsequenceRowProps) {
  const search = listSearch({ ...historyStart, stream, types: [type, undoing] });
  const { data } = useInfiniteQuery({
    ...historyQuery(search),
    refetchInterval: ({ state: { data: known, dataUpdateCount, errorUpdateCount } }) => {
      const isEnough = dataUpdateCount + errorUpdateCount >= again.most;
      return isEnough || found(known?.pages[0]?.items, decision) ? false : again.everyMs;
    },
  });
  const items = data?.pages[0]?.items ?? [];
  const entry = found(items, decision);
  if (entry === undefined) return null;
  const { last, isUndone } = undoChain(entry, items);
  return <UndoRow entry={isUndone ? entry : last} isUndone={isUndone} />;
}

const found = (
  entries: readonly HistoryEntry[] | undefined,
  { eventId }: HistoryEntry,
): HistoryEntry | undefined => entries?.find(({ causationId }) => causationId === eventId);

function UndoRow({ entry, isUndone }: { readonly entry: HistoryEntry; readonly isUndone: boolean }) {
  const words = useWords(reportCases).decision;
  const { sentence } = useHistorySentences();
  const event = sentence(entry);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">{event}</p>
      <div ref={passFocusOn} className="flex min-h-9 items-center">
        {isUndone ? (
          <p className="text-muted">{words.undone}</p>
        ) : (
          <UndoButton entry={entry} label={words.undo(event)} />
        )}
      </div>
    </li>
  );
}
