import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

export function Notice({ children }: { readonly children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => void notice.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div
      ref={notice}
      className="flex scroll-my-4 gap-2.5 rounded-lg border bg-raised px-4 py-3 text-sm text-muted"
    >
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
