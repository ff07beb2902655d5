import type { ReactNode } from 'react';

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t pt-6">
      <h2 className="mb-5 text-lg">{title}</h2>
      <div className="flex flex-col gap-5">{children}</div>
    </section>
  );
}

/** States side by side. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
