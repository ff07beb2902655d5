import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Follows the direction of the typed text. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={clsx('field h-12 px-4 text-ellipsis', className)} {...props} />;
}
