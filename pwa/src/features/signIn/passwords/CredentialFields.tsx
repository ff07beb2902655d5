import { loginBodySchema } from '@pmcw/contracts';
import { type SchemaForm, useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { Field } from '../../../base/ui/Field.tsx';
import { Input } from '../../../base/ui/Input.tsx';
import { PasswordInput } from '../../../base/ui/PasswordInput.tsx';
import { common } from '../../../base/words/en/common.ts';
import { useWords } from '../../../base/words/words.ts';

export const useCredentials = (onSubmit: (body: { username: string; password: string }) => Promise<void>) =>
  useSchemaForm({ schema: loginBodySchema, defaultValues: { username: '', password: '' }, onSubmit });

export function CredentialFields({ form }: { readonly form: SchemaForm<typeof loginBodySchema> }) {
  const terms = useWords(common);
  const { errors } = form.formState;
  return (
    <>
      <Field label={terms.username} error={errors.username?.message}>
        {(control) => (
          <Input
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...form.register('username')}
          />
        )}
      </Field>
      <Field label={terms.password} error={errors.password?.message}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...form.register('password')} />
        )}
      </Field>
    </>
  );
}
