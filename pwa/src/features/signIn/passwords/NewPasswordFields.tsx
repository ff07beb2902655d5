import type { SchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { PasswordField } from '../../../base/ui/PasswordField.tsx';
import type { newPasswordSchema } from './newPassword.ts';

interface NewPasswordFieldsProps {
  readonly form: SchemaForm<typeof newPasswordSchema>;
  readonly labels: readonly [password: string, again: string];
}

export function NewPasswordFields({ form, labels: [password, again] }: NewPasswordFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <PasswordField
        label={password}
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...form.register('newPassword')}
      />
      <PasswordField
        label={again}
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
        {...form.register('confirmPassword')}
      />
    </>
  );
}
