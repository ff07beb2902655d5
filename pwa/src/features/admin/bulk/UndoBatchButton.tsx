import { type HistoryEntry, isOfBatch } from '@pmcw/contracts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { bulk } from '../../../base/words/en/admin/bulk.ts';
import { useWords } from '../../../base/words/words.ts';
import { BatchProgress } from './BatchDialog.tsx';
import { isBulkType } from './bulkActions.ts';
import { useBatch } from './useBatch.ts';

/** Undoes all actions of the batch that an event belongs to; renders nothing for other events. */
export function UndoBatchButton({ entry: { type, correlationId } }: { readonly entry: HistoryEntry }) {
  const words = useWords(bulk);
  const [isOpen, setOpen] = useState(false);
  if (!isOfBatch(correlationId) || !isBulkType(type)) return null;
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden="true" />
        {words.undoBatch}
      </Button>
      {isOpen && <UndoBatch correlationId={correlationId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface UndoBatchProps {
  readonly correlationId: string;
  readonly onClose: () => void;
}

function UndoBatch({ correlationId, onClose }: UndoBatchProps) {
  const words = useWords(bulk);
  const batch = useBatch();
  if (batch.state.step !== 'asking') return <BatchProgress batch={batch} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      title={words.undoBatchTitle}
      description={words.undoBatchText}
      confirmLabel={words.undoAll}
      tone="primary"
      onConfirm={() => batch.undo(correlationId)}
      onClose={onClose}
    />
  );
}
