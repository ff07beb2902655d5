import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A one-line text field; put it in a `Field`. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={clsx('field h-12 px-4 text-ellipsis', className)} {...props} />;
}
