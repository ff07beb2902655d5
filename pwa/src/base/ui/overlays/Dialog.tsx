import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { ui } from '../../words/en/ui.ts';
import { useWords } from '../../words/words.ts';
import { IconButton } from '../IconButton.tsx';
import { closing } from './topDialog.ts';
import { useInertApp } from './useInertApp.ts';
import { useReturnFocus } from './useReturnFocus.ts';

export const Dialog = RadixDialog.Root;
export const DialogTrigger = RadixDialog.Trigger;
export const DialogClose = RadixDialog.Close;

interface DialogContentProps {
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** It is open because of the page's address, so that going back closes it. */
  readonly isInAddress?: boolean;
  /** Called after the dialog was closed and focus returned. */
  readonly onClosed?: () => void;
}

export function DialogContent(props: DialogContentProps) {
  const { title, description, children, className, isInAddress = false, onClosed } = props;
  const words = useWords(ui);
  const { ref, onCloseAutoFocus } = useReturnFocus();
  const layer = useRef<HTMLDivElement>(null);
  // Radix learns about another dialog above only in an effect; an earlier key must not close this one.
  const keepBelowAnother = (event: KeyboardEvent) => {
    const highest = [...document.querySelectorAll('[role$=dialog]')].at(-1);
    if (!layer.current?.contains(highest ?? null)) event.preventDefault();
  };
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-appear data-[state=closed]:animate-vanish" />
      <div
        ref={layer}
        className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6"
      >
        <RadixDialog.Content
          ref={ref}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus(event);
            onClosed?.();
          }}
          onEscapeKeyDown={keepBelowAnother}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          className={clsx(
            'pointer-events-auto flex max-h-[90dvh] w-full flex-col gap-5 overflow-y-auto rounded-t-xl border bg-float p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))] shadow-overlay data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:max-w-md sm:rounded-xl sm:pb-6',
            className,
          )}
        >
          <InertApp />
          <div className="flex items-start justify-between gap-4">
            <div className="flex flex-col gap-1 wrap-anywhere">
              <RadixDialog.Title className="text-lg font-semibold">{title}</RadixDialog.Title>
              {description !== undefined && (
                <RadixDialog.Description className="text-sm text-muted">
                  {description}
                </RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close asChild>
              <IconButton
                label={words.close}
                size="sm"
                className="-mt-1 -mr-2"
                {...{ [closing]: isInAddress ? 'address' : 'press' }}
              >
                <X aria-hidden="true" />
              </IconButton>
            </RadixDialog.Close>
          </div>
          {children}
        </RadixDialog.Content>
      </div>
    </RadixDialog.Portal>
  );
}

function InertApp() {
  useInertApp(true);
  return null;
}
