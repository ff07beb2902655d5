import { canUndo, type HistoryEntry } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../base/ui/Button.tsx';
import { ErrorState } from '../../../../base/ui/ErrorState.tsx';
import { Loading } from '../../../../base/ui/Loading.tsx';
import { ConfirmDialog } from '../../../../base/ui/overlays/ConfirmDialog.tsx';
import { Skeleton } from '../../../../base/ui/Skeleton.tsx';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useWords } from '../../../../base/words/words.ts';
import { useHistorySentences } from '../events/sentences.ts';
import { TimeTravelFields } from '../timeTravel/TimeTravelFields.tsx';
import { momentQuery } from '../timeTravel/timeTravelQueries.ts';
import { useUndo } from './undoMutation.ts';
import { undoRows } from './undoRows.ts';

interface UndoButtonProps {
  readonly entry: HistoryEntry;
  /** Where the button alone does not say what it undoes. */
  readonly label?: string;
}

/** Undoes an event after showing what will be restored; renders nothing for what can't be undone. */
export function UndoButton({ entry, label }: UndoButtonProps) {
  const words = useWords(timeTravel).undo;
  const [isOpen, setOpen] = useState(false);
  if (!canUndo(entry)) return null;
  return (
    <>
      <Button size="sm" variant="secondary" aria-label={label} onClick={() => setOpen(true)}>
        <Undo2 aria-hidden="true" />
        {words.button}
      </Button>
      {isOpen && <UndoDialog entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}

function UndoDialog({ entry, onClose }: { readonly entry: HistoryEntry; readonly onClose: () => void }) {
  const words = useWords(timeTravel);
  const { sentence } = useHistorySentences();
  const undo = useUndo();
  const then = useQuery(momentQuery(entry.stream, { at: entry.position }));
  const now = useQuery(momentQuery(entry.stream, {}));
  const isKnown = then.data !== undefined && now.data !== undefined;
  const rows = isKnown ? undoRows(entry, then.data.before, now.data.state) : [];
  const effect = new Map<string, string>(Object.entries(words.undo.effects)).get(entry.type);
  const retry = () => void Promise.all([then.refetch(), now.refetch()]);
  return (
    <ConfirmDialog
      isOpen
      title={words.undo.title}
      description={words.undo.text(sentence(entry))}
      confirmLabel={words.undo.confirm}
      tone="primary"
      isPending={undo.isPending}
      isConfirmDisabled={!isKnown}
      onConfirm={() => undo.mutate(entry, { onSettled: onClose })}
      onClose={onClose}
    >
      <div className="min-h-24">
        {isKnown && rows.length > 0 && (
          <div className="flex flex-col gap-2">
            <p className="text-sm text-muted">{words.undo.restored}</p>
            <TimeTravelFields label={words.fields} rows={rows} />
          </div>
        )}
        {isKnown && effect !== undefined && <p className="mt-3 text-sm text-muted">{effect}</p>}
        {isKnown && effect === undefined && rows.length === 0 && (
          <p className="text-sm text-muted">{words.undo.nothing}</p>
        )}
        {!isKnown && (then.isError || now.isError) && <ErrorState title={words.loading} onRetry={retry} />}
        {!isKnown && !then.isError && !now.isError && (
          <Loading>
            <Skeleton className="h-20" />
          </Loading>
        )}
      </div>
    </ConfirmDialog>
  );
}
