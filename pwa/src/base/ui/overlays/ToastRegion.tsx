import { clsx } from 'clsx';
import { BadgeCheck, CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { ui } from '../../words/en/ui.ts';
import { useWords } from '../../words/words.ts';
import { dismissToast, type ShownToast, toastRules, useToast } from '../toasts.ts';
import { closeTopDialog } from './topDialog.ts';

const icons = { neutral: null, success: CircleCheck, danger: CircleAlert, gold: BadgeCheck } as const;

/**
 * One toast at a time; swipe right to dismiss, F8 to focus (spec §9). Outside of the app, which an open dialog makes
 * inert.
 */
export default function ToastRegion() {
  const words = useWords(ui);
  const shown = useToast();
  const region = useRef<HTMLDivElement>(null);
  useKeptFocus(region);
  return (
    <Toast.Provider
      label={words.toast}
      swipeDirection="right"
      swipeThreshold={toastRules.swipePx}
      duration={toastRules.durationMs}
    >
      {shown !== null && <ToastCard key={shown.id} toast={shown} />}
      {createPortal(
        // Live regions stay visible to screen readers behind a dialog; toasts are announced elsewhere, once.
        <div ref={region} aria-live="off">
          <Toast.Viewport
            hotkey={[toastRules.hotkey]}
            label={words.toasts}
            data-toasts
            className="fixed right-0 bottom-[var(--shell-bottom)] z-60 flex w-full flex-col p-4 pr-[max(1rem,env(safe-area-inset-right))] outline-none sm:max-w-104 md:py-0 2xl:bottom-4"
          />
        </div>,
        document.body,
      )}
    </Toast.Provider>
  );
}

/**
 * Allows focus in the region while a dialog is open. The dialog's listeners at the document would pull it back, so the
 * events are stopped here.
 */
function useKeptFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isHere = (target: EventTarget | null) =>
      target instanceof Node && region.current?.contains(target) === true;
    const listening = new AbortController();
    const stop = (event: FocusEvent) => {
      if (isHere(event.target) || isHere(event.relatedTarget)) event.stopPropagation();
    };
    for (const type of ['focusin', 'focusout'] as const) {
      document.documentElement.addEventListener(type, stop, { signal: listening.signal });
    }
    return () => listening.abort();
  }, [region]);
}

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const words = useWords(ui);
  const tone = toast.tone ?? 'neutral';
  const Icon = icons[tone];
  return (
    <Toast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => !isOpen && dismissToast(toast.id)}
      // A toast that came later would take the key from an open dialog.
      onEscapeKeyDown={(event) => {
        const isInToasts = document.activeElement?.closest('[data-toasts]') !== null;
        if (!isInToasts && closeTopDialog()) event.preventDefault();
      }}
      duration={toast.durationMs ?? toastRules.durationMs}
      type={tone === 'danger' ? 'foreground' : 'background'}
      className="pointer-events-auto! flex items-start gap-3 rounded-lg border border-line-strong bg-float p-4 shadow-overlay data-[state=closed]:animate-vanish data-[state=open]:animate-rise data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)]"
    >
      {Icon !== null && (
        <Icon
          aria-hidden="true"
          className={clsx('mt-0.5 size-5 shrink-0', {
            'text-success': tone === 'success',
            'text-danger': tone === 'danger',
            'text-gold': tone === 'gold',
          })}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <Toast.Title className="line-clamp-3 text-sm font-semibold break-words">{toast.title}</Toast.Title>
        {toast.description !== undefined && (
          <Toast.Description className="line-clamp-6 text-sm break-words text-muted">
            {toast.description}
          </Toast.Description>
        )}
      </div>
      {toast.action !== undefined && (
        <Toast.Action
          altText={toast.action.label}
          onClick={toast.action.onSelect}
          className="h-8 shrink-0 rounded-full bg-primary px-3.5 text-sm font-medium text-on-primary hover:bg-primary-hover"
        >
          {toast.action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label={words.dismiss}
        className="-m-1.5 inline-flex size-8 shrink-0 items-center justify-center rounded-full text-muted hover:bg-line hover:text-fg"
      >
        <X className="size-4" aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
