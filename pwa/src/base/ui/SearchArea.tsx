import type { ReactNode } from 'react';

/** A landmark. The element `<search>` is newer than the oldest supported browsers. */
export function SearchArea({
  className,
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: newer than the oldest supported browsers
    <div role="search" className={className}>
      {children}
    </div>
  );
}
