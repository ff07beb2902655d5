import { type UserType, userTypes } from '@pmcw/contracts';
import type { ComponentProps, ReactNode } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '../../../base/ui/Checkbox.tsx';
import { Field } from '../../../base/ui/Field.tsx';
import { Select } from '../../../base/ui/Select.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { common } from '../../../base/words/en/common.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';

type TextFieldName = 'fullName' | 'username' | 'email' | 'telegramHandle' | 'pmcwWalletAddress';
type FieldName = TextFieldName | 'requestVerification' | 'terms';

/** Any form with the fields of `newcomerSchema`. */
export interface NewcomerForm {
  readonly register: (
    name: FieldName,
    options?: { deps: 'pmcwWalletAddress'[] },
  ) => UseFormRegisterReturn<FieldName>;
  readonly formState: { readonly errors: Partial<Record<FieldName | 'userType', FieldError>> };
  readonly watch: (name: 'userType') => UserType | undefined;
  readonly setValue: (name: 'userType', chosen: UserType) => void;
}

interface NewcomerFieldsProps {
  readonly form: NewcomerForm;
  /** Fields of the sign-in method, after the account type. */
  readonly children?: ReactNode;
}

/** Spec §2 "Auth screen". */
export function NewcomerFields({ form, children }: NewcomerFieldsProps) {
  const words = useWords(auth);
  const terms = useWords(common);
  return (
    <>
      <NewcomerField form={form} name="fullName" label={terms.fullName} autoComplete="name" />
      <NewcomerField
        form={form}
        name="username"
        label={terms.username}
        hint={words.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NewcomerField
        form={form}
        name="email"
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        <NewcomerField
          form={form}
          name="telegramHandle"
          label={terms.telegramHandle}
          aside={terms.optional}
          placeholder={terms.handlePlaceholder}
          autoComplete="off"
        />
        <UserTypeField form={form} />
        {children}
      </div>
      <NewcomerField
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
    </>
  );
}

interface NewcomerFieldProps extends Omit<ComponentProps<typeof TextField>, 'form' | 'name'> {
  readonly form: NewcomerForm;
  readonly name: TextFieldName;
}

function NewcomerField({ form, name, ...input }: NewcomerFieldProps) {
  return <TextField {...input} error={form.formState.errors[name]?.message} {...form.register(name)} />;
}

/** Opens the documents without losing the input. */
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

function UserTypeField({ form }: { readonly form: NewcomerForm }) {
  const { accountType, accountTypes } = useWords(common);
  return (
    <Field label={accountType} error={form.formState.errors.userType?.message}>
      {(control) => (
        <Select
          options={userTypes.map((value) => ({ value, label: accountTypes[value] }))}
          value={form.watch('userType') ?? 'General User'}
          onValueChange={(chosen) => form.setValue('userType', chosen)}
          {...control}
        />
      )}
    </Field>
  );
}
