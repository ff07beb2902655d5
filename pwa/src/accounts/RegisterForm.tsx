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
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { Select } from '../ui/Select.tsx';
import { listPmcwWallet, registrationSchema } from './registration.ts';
import { useSession } from './session.tsx';

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
  terms: false,
};

const userTypeOptions = userTypes.map((type) => ({ value: type, label: type }));

/** Makes a new member; the screen round it goes on by itself once somebody is signed in. */
export function RegisterForm() {
  const { register } = useSession();
  const queryClient = useQueryClient();
  const { form, submit } = useSchemaForm({
    schema: registrationSchema,
    defaultValues: emptyForm,
    onSubmit: async ({ terms: _, pmcwWalletAddress, ...body }) => {
      await register(body);
      if (pmcwWalletAddress === '') return;
      await listPmcwWallet(pmcwWalletAddress);
      await queryClient.invalidateQueries({ queryKey: myWalletsQuery.queryKey });
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField form={form} name="fullName" label="Full name" autoComplete="name" />
      <TextField
        form={form}
        name="username"
        label="Username"
        hint="Your page will be at this name. It can't be changed later."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField form={form} name="email" label="Email" type="email" inputMode="email" autoComplete="email" />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <TextField
          form={form}
          name="telegramHandle"
          label="Telegram handle"
          aside="Optional"
          placeholder="@name"
          autoComplete="off"
        />
        <UserTypeField form={form} />
        <PasswordField form={form} name="password" label="Password" />
        <PasswordField form={form} name="confirmPassword" label="Confirm password" />
      </div>
      <TextField
        form={form}
        name="pmcwWalletAddress"
        label="PMCW wallet address"
        aside="Optional"
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
      />
      <Checkbox
        label="I agree to the Terms of Service and Privacy Policy"
        error={form.formState.errors.terms?.message}
        {...form.register('terms')}
      />
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting} className="mt-2 w-full">
        Create account
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

function UserTypeField({ form }: { readonly form: RegistrationForm }) {
  return (
    <Controller
      control={form.control}
      name="userType"
      render={({ field, fieldState }) => (
        <Field label="Account type" error={fieldState.error?.message}>
          {(control) => (
            <Select
              options={userTypeOptions}
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
