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

interface CaseUndoProps {
  readonly item: ReportCase;
  readonly closing: NonNullable<ReportCase['closing']>;
}

/** Undoes the last decision, or what followed from it; has only what the history has. */
export function CaseUndo({ item, closing: { outcome, closedAt } }: CaseUndoProps) {
  const isDecision = ({ occurredAt }: HistoryEntry) => occurredAt === closedAt;
  const decision = useNewest(`case-${item.id}`, ['CaseClosed'], isDecision).find(isDecision);
  if (decision === undefined) return null;
  const consequence = consequences[outcome](item);
  return (
    <ul className="flex flex-col divide-y rounded-lg border text-sm">
      <UndoRow entry={decision} isUndone={false} />
      {consequence !== null && <ConsequenceRow decision={decision} consequence={consequence} />}
    </ul>
  );
}

/** The history may lack an event for now, or there may be none. */
const again = { everyMs: 2_000, most: 15 } as const;

/** Newest events of a stream; asked for again until one of them is wanted. */
function useNewest(
  stream: string,
  types: readonly string[],
  isWanted: (entry: HistoryEntry) => boolean,
): readonly HistoryEntry[] {
  const { data } = useInfiniteQuery({
    ...historyQuery(listSearch({ ...historyStart, stream, types })),
    refetchInterval: ({ state: { data: known, dataUpdateCount, errorUpdateCount } }) => {
      const isEnough = dataUpdateCount + errorUpdateCount >= again.most;
      return isEnough || known?.pages[0]?.items.some(isWanted) === true ? false : again.everyMs;
    },
  });
  return data?.pages[0]?.items ?? [];
}

interface ConsequenceRowProps {
  readonly decision: HistoryEntry;
  readonly consequence: Consequence;
}

function ConsequenceRow({ decision, consequence: { stream, type, undoing } }: ConsequenceRowProps) {
  const followed = ({ causationId }: HistoryEntry) => causationId === decision.eventId;
  const items = useNewest(stream, [type, undoing], followed);
  const entry = items.find(followed);
  if (entry === undefined) return null;
  const { last, isUndone } = undoChain(entry, items);
  return <UndoRow entry={isUndone ? entry : last} isUndone={isUndone} />;
}

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
