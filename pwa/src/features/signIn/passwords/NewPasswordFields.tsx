import type { SchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { Field } from '../../../base/ui/Field.tsx';
import { PasswordInput } from '../../../base/ui/PasswordInput.tsx';
import type { newPasswordSchema } from './newPassword.ts';

export interface NewPasswordFieldsProps {
  readonly form: SchemaForm<typeof newPasswordSchema>;
  readonly labels: readonly [password: string, again: string];
}

export function NewPasswordFields({ form, labels: [password, again] }: NewPasswordFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <Field label={password} error={errors.newPassword?.message}>
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...form.register('newPassword')} />
        )}
      </Field>
      <Field label={again} error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput autoComplete="new-password" {...control} {...form.register('confirmPassword')} />
        )}
      </Field>
    </>
  );
}
