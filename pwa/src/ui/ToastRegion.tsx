import { clsx } from 'clsx';
import { BadgeCheck, CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { dismissToast, type ShownToast, toastRules, useToast } from './toasts.ts';

const icons = { neutral: null, success: CircleCheck, danger: CircleAlert, gold: BadgeCheck } as const;

/** Where toasts appear: one at a time, swiped away to the right, reached with F8 (spec §9). */
export default function ToastRegion() {
  const shown = useToast();
  return (
    <Toast.Provider
      swipeDirection="right"
      swipeThreshold={toastRules.swipePx}
      duration={toastRules.durationMs}
    >
      {shown !== null && <ToastCard key={shown.id} toast={shown} />}
      <Toast.Viewport
        hotkey={[toastRules.hotkey]}
        data-toasts
        className="fixed right-0 bottom-[var(--shell-bottom)] z-60 flex w-full flex-col p-4 outline-none sm:max-w-104 md:py-0 2xl:bottom-4"
      />
    </Toast.Provider>
  );
}

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const tone = toast.tone ?? 'neutral';
  const Icon = icons[tone];
  return (
    <Toast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => !isOpen && dismissToast(toast.id)}
      duration={toast.durationMs ?? toastRules.durationMs}
      type={tone === 'danger' ? 'foreground' : 'background'}
      className="flex items-start gap-3 rounded-lg border border-line-strong bg-overlay p-4 shadow-overlay data-[state=closed]:animate-vanish data-[state=open]:animate-rise data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)]"
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
        <Toast.Title className="text-sm font-semibold">{toast.title}</Toast.Title>
        {toast.description !== undefined && (
          <Toast.Description className="text-sm break-words text-muted">
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
        aria-label="Dismiss"
        className="-m-1.5 inline-flex size-8 shrink-0 items-center justify-center rounded-full text-muted hover:bg-line hover:text-fg"
      >
        <X className="size-4" aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
