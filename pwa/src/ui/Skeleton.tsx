import { clsx } from 'clsx';

/** The shape of what is being loaded; give it the size of the real thing so that nothing moves. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'block animate-shimmer rounded-sm bg-raised bg-[linear-gradient(100deg,transparent_40%,var(--line)_50%,transparent_60%)] bg-[length:200%_100%] motion-reduce:animate-none',
        className,
      )}
    />
  );
}
