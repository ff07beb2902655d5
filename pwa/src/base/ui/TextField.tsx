import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { Input } from './Input.tsx';

interface TextFieldProps extends Omit<FieldProps, 'children'>, Omit<ComponentProps<'input'>, 'children'> {}

export function TextField({ label, aside, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}
