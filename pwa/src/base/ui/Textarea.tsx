import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A field for several lines, in the direction of what is typed, which grows with its text where the browser can. */
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
