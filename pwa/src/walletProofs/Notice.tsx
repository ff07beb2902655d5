import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says calmly what did not go as it was meant to; nothing is lost by it. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex gap-2.5 rounded-lg border bg-raised px-4 py-3 text-sm text-muted">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
