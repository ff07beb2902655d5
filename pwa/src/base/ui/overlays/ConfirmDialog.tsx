import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { common } from '../../words/en/common.ts';
import { useWords } from '../../words/words.ts';
import { Button } from '../Button.tsx';
import { neighbourOf } from '../neighbourOf.ts';
import { closing } from './topDialog.ts';
import { useInertApp } from './useInertApp.ts';
import { useReturnFocus } from './useReturnFocus.ts';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly description: string;
  /** Names the action, never just "OK". */
  readonly confirmLabel: string;
  readonly tone?: 'danger' | 'primary';
  /** The dialog stays and can't be confirmed again. */
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Call `preventDefault` to move focus elsewhere than back to where it was. */
  readonly onCloseAutoFocus?: (event: Event) => void;
  /** Confirming removes a list item; focus then moves to its neighbour (`neighbourOf`). */
  readonly removesItem?: boolean;
  /** Further input, such as a reason. */
  readonly children?: ReactNode;
  readonly isConfirmDisabled?: boolean;
}

/** Asks before an irreversible action. Clicks outside are ignored; Cancel has focus. */
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
                <Button variant="secondary" disabled={isPending} {...{ [closing]: 'press' }}>
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
