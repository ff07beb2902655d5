import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A one-line text field, in the direction of what is typed; put it in a `Field`. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={clsx('field h-12 px-4 text-ellipsis', className)} {...props} />;
}
