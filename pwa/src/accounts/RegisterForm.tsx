import { userTypes } from '@pmcw/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, type Path } from 'react-hook-form';
import type * as v from 'valibot';
import { type SchemaForm, useSchemaForm } from '../forms/useSchemaForm.ts';
import { myWalletsQuery } from '../profiles/profileQueries.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { orToast } from '../ui/orToast.ts';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { Select } from '../ui/Select.tsx';
import { toast } from '../ui/toasts.ts';
import { auth } from '../words/en/auth.ts';
import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';
import { askForVerification, listPmcwWallet, registrationSchema } from './registration.ts';
import { useSignIn } from './useSignIn.ts';

type Registration = v.InferInput<typeof registrationSchema>;
type RegistrationForm = SchemaForm<typeof registrationSchema>;

const emptyForm: Registration = {
  fullName: '',
  username: '',
  email: '',
  telegramHandle: '',
  userType: 'General User',
  password: '',
  confirmPassword: '',
  pmcwWalletAddress: '',
  requestVerification: false,
  terms: false,
};

/** Makes a new member; the screen round it goes on by itself once somebody is signed in. */
export function RegisterForm() {
  const words = useWords(auth);
  const terms = useWords(common);
  const signIn = useSignIn();
  const queryClient = useQueryClient();
  const { form, submit } = useSchemaForm({
    schema: registrationSchema,
    defaultValues: emptyForm,
    onSubmit: async ({ terms: _, pmcwWalletAddress, requestVerification, ...body }) => {
      const member = await orToast(words.registrationFailed, () => signIn('/api/register', body));
      toast({ title: words.registrationSuccessful, description: words.accountCreated, tone: 'success' });
      if (pmcwWalletAddress === '') return;
      await listPmcwWallet(pmcwWalletAddress);
      if (requestVerification) await askForVerification(member.id);
      await queryClient.invalidateQueries({ queryKey: myWalletsQuery.queryKey });
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField form={form} name="fullName" label={terms.fullName} autoComplete="name" />
      <TextField
        form={form}
        name="username"
        label={terms.username}
        hint={words.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="email"
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <TextField
          form={form}
          name="telegramHandle"
          label={terms.telegramHandle}
          aside={terms.optional}
          placeholder={terms.handlePlaceholder}
          autoComplete="off"
        />
        <UserTypeField form={form} />
        <PasswordField form={form} name="password" label={terms.password} />
        <PasswordField form={form} name="confirmPassword" label={words.confirmPassword} />
      </div>
      <TextField
        form={form}
        name="pmcwWalletAddress"
        label={words.pmcwWallet}
        aside={terms.optional}
        placeholder={words.pmcwWalletPlaceholder}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
      />
      <Checkbox
        label={words.requestVerification}
        hint={words.requestVerificationHint}
        {...form.register('requestVerification', { deps: ['pmcwWalletAddress'] })}
      />
      <Checkbox
        label={<Agreement />}
        error={form.formState.errors.terms?.message}
        {...form.register('terms')}
      />
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting} className="mt-2 w-full">
        {words.createAccount}
      </Button>
    </form>
  );
}

interface RegistrationFieldProps {
  readonly form: RegistrationForm;
  readonly name: Path<Registration>;
  readonly label: string;
}

interface TextFieldProps
  extends RegistrationFieldProps,
    Omit<React.ComponentProps<'input'>, 'form' | 'name'> {
  readonly aside?: string;
  readonly hint?: string;
}

function TextField({ form, name, label, aside, hint, ...input }: TextFieldProps) {
  return (
    <Field label={label} aside={aside} hint={hint} error={form.formState.errors[name]?.message}>
      {(control) => <Input {...input} {...control} {...form.register(name)} />}
    </Field>
  );
}

/** The passwords check each other, so a change of one looks again at the other. */
function PasswordField({ form, name, label }: RegistrationFieldProps) {
  const deps = form.formState.touchedFields.confirmPassword === true ? (['confirmPassword'] as const) : [];
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      {(control) => (
        <PasswordInput
          autoComplete="new-password"
          {...control}
          {...form.register(name, { deps: [...deps] })}
        />
      )}
    </Field>
  );
}

/** What is agreed to can be read without losing what was typed. */
function Agreement() {
  const { agreement } = useWords(auth);
  const linkClass = 'font-medium text-fg underline underline-offset-2 hover:decoration-2';
  return (
    <>
      {agreement.before}
      <a href="/terms" target="_blank" rel="noopener" className={linkClass}>
        {agreement.terms}
      </a>
      {agreement.between}
      <a href="/privacy" target="_blank" rel="noopener" className={linkClass}>
        {agreement.privacy}
      </a>
      {agreement.after}
    </>
  );
}

function UserTypeField({ form }: { readonly form: RegistrationForm }) {
  const { accountType, accountTypes } = useWords(common);
  return (
    <Controller
      control={form.control}
      name="userType"
      render={({ field, fieldState }) => (
        <Field label={accountType} error={fieldState.error?.message}>
          {(control) => (
            <Select
              options={userTypes.map((value) => ({ value, label: accountTypes[value] }))}
              value={field.value ?? 'General User'}
              onValueChange={field.onChange}
              {...control}
            />
          )}
        </Field>
      )}
    />
  );
}
