import { editProfileBodySchema, limits, manyLines, type SessionUser } from '@pmcw/contracts';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useLeaveWarning } from '../../base/forms/leaveWarning.ts';
import { useSchemaForm } from '../../base/forms/useSchemaForm.ts';
import { Button } from '../../base/ui/Button.tsx';
import { passFocusOn } from '../../base/ui/passFocusOn.ts';
import { SettingsCard } from '../../base/ui/SettingsCard.tsx';
import { TextareaField } from '../../base/ui/TextareaField.tsx';
import { TextField } from '../../base/ui/TextField.tsx';
import { common } from '../../base/words/en/common.ts';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { useEditProfile } from '../../members/look/profileMutations.ts';

const settingsOf = ({ fullName, bio, telegramHandle }: SessionUser) => ({
  fullName,
  bio,
  telegramHandle,
});

interface ProfileSettingsProps {
  readonly user: SessionUser;
  readonly images: ReactNode;
}

/** Spec §2, §5. Unsaved input is marked, and asks before it is lost. */
export function ProfileSettings({ user, images }: ProfileSettingsProps) {
  const words = useWords(dashboard).settings;
  const terms = useWords(common);
  const edit = useEditProfile();
  const { form, submit } = useSchemaForm({
    schema: editProfileBodySchema,
    defaultValues: settingsOf(user),
    onSubmit: async (body, { reset }) => reset(settingsOf(await edit.mutateAsync(body))),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  useLeaveWarning(isDirty ? words.leave : null);
  const bio = useWatch({ control: form.control, name: 'bio' }) ?? '';
  return (
    <SettingsCard title={words.title} description={words.description(user.username)}>
      {images}
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        <TextField
          label={terms.fullName}
          error={errors.fullName?.message}
          autoComplete="name"
          {...form.register('fullName')}
        />
        <TextareaField
          label={words.bio}
          aside={<BioCount length={manyLines(bio).length} />}
          error={errors.bio?.message}
          rows={5}
          className="min-h-32"
          {...form.register('bio')}
        />
        <TextField
          label={terms.telegramHandle}
          aside={terms.optional}
          error={errors.telegramHandle?.message}
          placeholder={terms.handlePlaceholder}
          autoComplete="off"
          {...form.register('telegramHandle')}
        />
        <UnsavedMark isDirty={isDirty} onDiscard={() => form.reset()} />
        <Button type="submit" isPending={isSubmitting} aria-disabled={!isDirty} className="w-full">
          {words.save}
        </Button>
      </form>
    </SettingsCard>
  );
}

/** Keeps its space while everything is saved. */
function UnsavedMark({ isDirty, onDiscard }: { readonly isDirty: boolean; readonly onDiscard: () => void }) {
  const words = useWords(dashboard).settings;
  return (
    <div className="-mt-2 flex h-9 items-center justify-between text-sm">
      <p role="status" className="flex items-center gap-2 text-muted">
        {isDirty && (
          <>
            <span aria-hidden="true" className="size-1.5 rounded-full bg-primary" />
            {words.unsaved}
          </>
        )}
      </p>
      {isDirty && (
        <Button size="sm" variant="ghost" className="-mr-3.5" ref={passFocusOn} onClick={onDiscard}>
          {words.discard}
        </Button>
      )}
    </div>
  );
}

function BioCount({ length }: { readonly length: number }) {
  const { number } = useFormats();
  return (
    <span className={length > limits.bioMax ? 'text-danger tabular-nums' : 'tabular-nums'}>
      {number(length)}/{number(limits.bioMax)}
    </span>
  );
}
