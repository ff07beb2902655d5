import { editProfileBodySchema, limits, type SessionUser } from '@pmcw/contracts';
import { useWatch } from 'react-hook-form';
import { useSchemaForm } from '../forms/useSchemaForm.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { Textarea } from '../ui/Textarea.tsx';
import { useEditProfile } from './profileMutations.ts';
import { SettingsCard } from './SettingsCard.tsx';

const settingsOf = ({ fullName, bio, telegramHandle }: SessionUser) => ({
  fullName,
  bio,
  telegramHandle,
});

/** The member's name, bio and Telegram handle (spec §2, §5). */
export function ProfileSettings({ user }: { readonly user: SessionUser }) {
  const edit = useEditProfile();
  const { form, submit } = useSchemaForm({
    schema: editProfileBodySchema,
    defaultValues: settingsOf(user),
    onSubmit: async (body, { reset }) => reset(settingsOf(await edit.mutateAsync(body))),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const bio = useWatch({ control: form.control, name: 'bio' }) ?? '';
  return (
    <SettingsCard title="Profile settings" description={`Shown at /${user.username}. Your username stays.`}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        <Field label="Full name" error={errors.fullName?.message}>
          {(control) => <Input autoComplete="name" {...control} {...form.register('fullName')} />}
        </Field>
        <Field label="Bio" aside={<BioCount length={bio.trim().length} />} error={errors.bio?.message}>
          {(control) => <Textarea rows={5} className="min-h-32" {...control} {...form.register('bio')} />}
        </Field>
        <Field label="Telegram handle" aside="Optional" error={errors.telegramHandle?.message}>
          {(control) => (
            <Input placeholder="@name" autoComplete="off" {...control} {...form.register('telegramHandle')} />
          )}
        </Field>
        <Button type="submit" isPending={isSubmitting} disabled={!isDirty} className="mt-2 w-full">
          Save changes
        </Button>
      </form>
    </SettingsCard>
  );
}

function BioCount({ length }: { readonly length: number }) {
  return (
    <span className={length > limits.bioMax ? 'text-danger tabular-nums' : 'tabular-nums'}>
      {length}/{limits.bioMax}
    </span>
  );
}
