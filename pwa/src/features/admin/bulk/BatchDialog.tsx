import { isVisible, limits, validationTexts } from '@pmcw/contracts';
import { useState } from 'react';
import { sentenceOf } from '../../../base/api/errors.ts';
import { useLeaveWarning } from '../../../base/forms/leaveWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { Progress } from '../../../base/ui/Progress.tsx';
import { TextareaField } from '../../../base/ui/TextareaField.tsx';
import { bulk } from '../../../base/words/en/admin/bulk.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import type { BatchResult } from './batch.ts';
import { type BulkAction, type BulkItem, isSuspension } from './bulkActions.ts';
import { type Batch, useBatch } from './useBatch.ts';

interface BatchDialogProps {
  readonly kind: BulkAction['kind'];
  readonly items: readonly BulkItem[];
  readonly onCancel: () => void;
  /** After the actions. */
  readonly onClose: () => void;
}

/** Asks, shows the progress, then the result with what failed, and undoes all of it on request. */
export function BatchDialog({ kind, items, onCancel, onClose }: BatchDialogProps) {
  const batch = useBatch();
  if (batch.state.step !== 'asking') return <BatchProgress batch={batch} onClose={onClose} />;
  return (
    <Question
      kind={kind}
      count={items.length}
      onConfirm={(reason) => batch.start(items, reason === undefined ? { kind } : { kind, reason })}
      onCancel={onCancel}
    />
  );
}

interface QuestionProps extends Pick<BatchDialogProps, 'kind' | 'onCancel'> {
  readonly count: number;
  readonly onConfirm: (reason: string | undefined) => void;
}

function Question({ kind, count, onConfirm, onCancel }: QuestionProps) {
  const words = useWords(bulk);
  const formats = useFormats();
  const [reason, setReason] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const needsReason = kind === 'dismiss' || kind === 'suspendReported';
  const isMissing = needsReason && !isVisible(reason);
  return (
    <ConfirmDialog
      isOpen
      title={words.question[kind](formats.number(count), count)}
      description={words.about[kind]}
      confirmLabel={words.action[kind]}
      tone={isSuspension(kind) ? 'danger' : 'primary'}
      isConfirmDisabled={isMissing}
      onConfirm={() => onConfirm(needsReason ? reason.trim() : undefined)}
      onClose={onCancel}
    >
      {needsReason && (
        <TextareaField
          label={words.reason}
          aside={`${formats.number(reason.length)}/${formats.number(limits.requestMessageMax)}`}
          error={wasLeft && isMissing ? validationTexts.reasonRequired : undefined}
          rows={3}
          required
          maxLength={limits.requestMessageMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          onBlur={() => setLeft(true)}
        />
      )}
    </ConfirmDialog>
  );
}

interface BatchProgressProps {
  readonly batch: Batch;
  readonly onClose: () => void;
}

/** Stays open while requests run. */
export function BatchProgress({ batch, onClose }: BatchProgressProps) {
  const words = useWords(bulk);
  const { state } = batch;
  const isRunning = state.step === 'collecting' || state.step === 'running';
  useLeaveWarning(isRunning ? words.leave : null);
  return (
    <Dialog open onOpenChange={() => !isRunning && onClose()}>
      <DialogContent title={isRunning ? words.running : words.over}>
        <Step {...batch} />
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          {state.step === 'running' && (
            <Button variant="secondary" onClick={batch.stop}>
              {words.stop}
            </Button>
          )}
          {!isRunning && (
            <>
              <UndoAll batch={batch} />
              <Button onClick={onClose}>{words.close}</Button>
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

function UndoAll({ batch }: { readonly batch: Batch }) {
  const words = useWords(bulk);
  const { state } = batch;
  if (state.step !== 'over' || state.isUndo || state.result.done === 0) return null;
  return (
    <Button variant="secondary" onClick={() => batch.undo(batch.correlationIdOf(state.batchId))}>
      {words.undoAll}
    </Button>
  );
}

function Step({ state }: Batch) {
  const words = useWords(bulk);
  const { number } = useFormats();
  switch (state.step) {
    case 'asking':
      return null;
    case 'collecting':
      return <Progress label={words.collecting} value={null} />;
    case 'running':
      return (
        <div className="flex flex-col gap-2.5">
          <Progress label={words.running} value={state.total === 0 ? null : state.done / state.total} />
          <p role="status" className="text-sm text-muted tabular-nums">
            {words.progress(number(state.done), number(state.total))}
          </p>
        </div>
      );
    case 'over':
      return <Result {...state} />;
    case 'failed':
      return (
        <p role="alert" className="text-sm text-danger">
          {sentenceOf(state.error)}
        </p>
      );
    default:
      return state satisfies never;
  }
}

interface ResultProps {
  readonly isUndo: boolean;
  readonly total: number;
  readonly result: BatchResult<BulkItem>;
}

function Result({ isUndo, total, result: { done, failures, left } }: ResultProps) {
  const words = useWords(bulk);
  const { number } = useFormats();
  const sentence = isUndo ? words.undone : words.done;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm tabular-nums">
        {sentence(number(done), number(total))}{' '}
        {left.length > 0 && words.left(number(left.length), left.length)}
      </p>
      {failures.length > 0 && (
        <section aria-labelledby="batch-failures" className="flex flex-col gap-2">
          <h3 id="batch-failures" className="text-sm font-medium">
            {words.failures(number(failures.length), failures.length)}
          </h3>
          <ul
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border text-sm"
          >
            {failures.map(({ item, error }) => (
              <li key={item.id} className="flex flex-col gap-0.5 px-4 py-2.5 wrap-anywhere">
                <bdi className="font-medium">{item.name}</bdi>
                <span className="text-muted">{sentenceOf(error)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
