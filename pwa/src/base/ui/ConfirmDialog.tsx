import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';
import { Button } from './Button.tsx';
import { neighbourOf } from './neighbourOf.ts';
import { useInertApp } from './useInertApp.ts';
import { useReturnFocus } from './useReturnFocus.ts';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What follows from it, in words. */
  readonly description: string;
  /** Says what will be done, never just "OK". */
  readonly confirmLabel: string;
  readonly tone?: 'danger' | 'primary';
  /** It is being done: the dialog stays, and can't be confirmed twice. */
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  /** Cancelled, by button or by Escape. */
  readonly onClose: () => void;
  /** The dialog is gone: whoever prevents the event's default says what has the focus now, else whatever had it before. */
  readonly onCloseAutoFocus?: (event: Event) => void;
  /** Confirmed, what asked goes with its item of a list: the item after it has the keyboard then (`neighbourOf`). */
  readonly removesItem?: boolean;
  /** More to decide before: a reason, a name to type. */
  readonly children?: ReactNode;
  /** What `children` ask for is still missing. */
  readonly isConfirmDisabled?: boolean;
}

/** Asks before something that can't be taken back. A click beside it does not answer; Cancel has the focus. */
export function ConfirmDialog({ isOpen, onClose, isPending = false, ...question }: ConfirmDialogProps) {
  useInertApp(isOpen);
  const { ref, before, onCloseAutoFocus } = useReturnFocus();
  const confirm = () => {
    if (question.removesItem && before.current) before.current = neighbourOf(before.current);
    question.onConfirm();
  };
  const words = useWords(common);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(next) => !next && !isPending && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
        <div className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <AlertDialog.Content
            ref={ref}
            onCloseAutoFocus={(event) => {
              question.onCloseAutoFocus?.(event);
              if (!event.defaultPrevented) onCloseAutoFocus(event);
            }}
            className="pointer-events-auto flex max-h-[90dvh] w-full flex-col gap-5 overflow-y-auto rounded-t-xl border bg-float p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] shadow-overlay data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:max-w-md sm:rounded-xl sm:pb-6"
          >
            <div className="flex flex-col gap-1.5 wrap-anywhere">
              <AlertDialog.Title className="text-lg font-semibold">{question.title}</AlertDialog.Title>
              <AlertDialog.Description className="text-sm whitespace-pre-line text-muted">
                {question.description}
              </AlertDialog.Description>
            </div>
            {question.children}
            <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
              <AlertDialog.Cancel asChild>
                <Button variant="secondary" disabled={isPending}>
                  {words.cancel}
                </Button>
              </AlertDialog.Cancel>
              <Button
                variant={question.tone ?? 'danger'}
                isPending={isPending}
                disabled={question.isConfirmDisabled ?? false}
                onClick={confirm}
              >
                {question.confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
