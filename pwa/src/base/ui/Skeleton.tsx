import { clsx } from 'clsx';

/** The shape of what is being loaded; give it the size of the real thing so that nothing moves. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <span aria-hidden="true" className={clsx('skeleton', className)} />;
}
