import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { PasswordField } from '../../../base/ui/PasswordField.tsx';
import { common } from '../../../base/words/en/common.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';
import { NewcomerFields } from './NewcomerFields.tsx';
import { emptyNewcomer, registrationSchema } from './registration.ts';
import { useRegister } from './useRegister.ts';

/** The holder keeps the input while the form is hidden. */
export function useRegisterForm() {
  const register = useRegister();
  const held = useSchemaForm({
    schema: registrationSchema,
    defaultValues: { ...emptyNewcomer, password: '', confirmPassword: '' },
    onSubmit: (body) => register('/api/register', body),
  });
  useUnsavedWarning(held.form);
  return held;
}

export type RegisterFormProps = ReturnType<typeof useRegisterForm>;

/** Once signed in, the surrounding screen moves on. */
export function RegisterForm({ form, submit }: RegisterFormProps) {
  const words = useWords(auth);
  const terms = useWords(common);
  const { errors, isSubmitting, touchedFields } = form.formState;
  // A change of one password revalidates the other.
  const deps = touchedFields.confirmPassword === true ? (['confirmPassword'] as const) : [];
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <NewcomerFields form={form}>
        <PasswordField
          label={terms.password}
          error={errors.password?.message}
          autoComplete="new-password"
          {...form.register('password', { deps: [...deps] })}
        />
        <PasswordField
          label={words.confirmPassword}
          error={errors.confirmPassword?.message}
          autoComplete="new-password"
          {...form.register('confirmPassword', { deps: [...deps] })}
        />
      </NewcomerFields>
      <Button type="submit" size="lg" isPending={isSubmitting} className="mt-2 w-full">
        {words.createAccount}
      </Button>
    </form>
  );
}
