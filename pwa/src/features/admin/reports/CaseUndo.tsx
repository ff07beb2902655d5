import { useInfiniteQuery } from '@tanstack/react-query';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { historyStart, listSearch } from '../address/historyState.ts';
import { historyQuery } from '../history/events/historyQueries.ts';
import { UndoButton } from '../history/undo/UndoButton.tsx';

/** Undoes the last decision; renders nothing until the history has it. */
export function CaseUndo({ caseId }: { readonly caseId: string }) {
  const search = listSearch({ ...historyStart, stream: `case-${caseId}`, types: ['CaseClosed'] });
  const { data } = useInfiniteQuery(historyQuery(search));
  const decision = data?.pages[0]?.items[0];
  if (decision === undefined) return null;
  return (
    <div ref={passFocusOn} className="flex">
      <UndoButton entry={decision} />
    </div>
  );
}
