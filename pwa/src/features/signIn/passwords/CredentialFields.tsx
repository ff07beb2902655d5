import { loginBodySchema } from '@pmcw/contracts';
import { type SchemaForm, useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { PasswordField } from '../../../base/ui/PasswordField.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { common } from '../../../base/words/en/common.ts';
import { useWords } from '../../../base/words/words.ts';

export const useCredentials = (onSubmit: (body: { username: string; password: string }) => Promise<void>) =>
  useSchemaForm({ schema: loginBodySchema, defaultValues: { username: '', password: '' }, onSubmit });

export function CredentialFields({ form }: { readonly form: SchemaForm<typeof loginBodySchema> }) {
  const terms = useWords(common);
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={terms.username}
        error={errors.username?.message}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('username')}
      />
      <PasswordField
        label={terms.password}
        error={errors.password?.message}
        autoComplete="current-password"
        {...form.register('password')}
      />
    </>
  );
}
