import { clsx } from 'clsx';

/** Give it the size of the final content, so that nothing moves. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton', className)} />;
}
