import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface TextareaFieldProps
  extends Omit<FieldProps, 'children'>,
    Omit<ComponentProps<'textarea'>, 'children'> {}

/** Follows the direction of the typed text, and grows with it in browsers that support it. */
export function TextareaField({ label, aside, hint, error, className, ...area }: TextareaFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <textarea
          dir="auto"
          className={clsx('field field-sizing-content resize-none px-4 py-3', className)}
          {...control}
          {...area}
        />
      )}
    </Field>
  );
}
