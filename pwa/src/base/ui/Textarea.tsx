import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** Follows the direction of the typed text, and grows with it in browsers that support it. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      className={clsx('field field-sizing-content resize-none px-4 py-3', className)}
      {...props}
    />
  );
}
