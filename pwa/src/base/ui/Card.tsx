import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** The first step of elevation: a surface with a hairline. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={clsx('rounded-xl border bg-surface', className)} {...props} />;
}
