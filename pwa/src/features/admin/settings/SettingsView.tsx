import { changeSettingsBodySchema, type Settings } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { To } from 'react-router-dom';
import { useLeaveWarning } from '../../../base/forms/leaveWarning.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Checkbox } from '../../../base/ui/Checkbox.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';
import { TimeTravelButton } from '../history/timeTravel/TimeTravelButton.tsx';
import { adminSettingsQuery } from '../requests/adminQueries.ts';
import { changesOf } from './changesOf.ts';
import { useChangeSettings } from './settingsMutation.ts';

export function SettingsView({ backTo }: { readonly backTo: To }) {
  const words = useWords(admin);
  const { data, isError, refetch } = useQuery(adminSettingsQuery);
  return (
    <section aria-labelledby="admin-settings" className="max-w-3xl">
      <Link
        to={backTo}
        className="-ml-1 inline-flex items-center gap-1.5 rounded-sm p-1 text-sm text-muted transition hover:text-fg"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {words.settings.back}
      </Link>
      <h2 id="admin-settings" className="mt-2 text-xl">
        {words.settingsTitle}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{words.settings.text}</p>
      <div className="mt-3">
        <TimeTravelButton stream="settings" />
      </div>
      {data !== undefined ? (
        <SettingsForm settings={data} />
      ) : isError ? (
        <ErrorState title={words.errors.loading} onRetry={() => void refetch()} className="mt-6" />
      ) : (
        <Loading className="mt-6">
          <Skeleton className="h-128 rounded-xl" />
        </Loading>
      )}
    </section>
  );
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const words = useWords(admin).settings;
  const change = useChangeSettings();
  const { form, submit } = useSchemaForm({
    schema: changeSettingsBodySchema,
    defaultValues: settings,
    onSubmit: async (body, { reset }) => reset(await change.mutateAsync(changesOf(settings, body))),
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  useLeaveWarning(isDirty ? words.leave : null);
  return (
    <form noValidate onSubmit={submit} className="mt-6 rounded-xl border bg-surface">
      <Group title={words.token} text={words.tokenText}>
        <TextField
          label={words.tokenAddress}
          hint={words.tokenAddressHint}
          error={errors.tokenAddress?.message}
          {...form.register('tokenAddress')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono text-sm"
        />
        <TextField
          label={words.tokenSupply}
          error={errors.tokenSupply?.message}
          {...form.register('tokenSupply', { setValueAs: wholeNumber })}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-52 tabular-nums"
        />
      </Group>
      <Group title={words.community} text={words.communityText}>
        <TextField
          label={words.groupLink}
          error={errors.groupLink?.message}
          {...form.register('groupLink')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://t.me/…"
        />
      </Group>
      <Group title={words.membership} text={words.registrationHint}>
        <Checkbox
          label={words.registrationOpen}
          error={errors.registrationOpen?.message}
          {...form.register('registrationOpen')}
        />
      </Group>
      <div className="flex flex-wrap items-center justify-end gap-2 p-4 sm:px-6">
        <p role="status" className="mr-auto text-sm text-muted">
          {isDirty ? words.unsaved : words.allSaved}
        </p>
        <Button
          variant="ghost"
          size="sm"
          aria-disabled={!isDirty || isSubmitting}
          onClick={() => form.reset(settings)}
        >
          {words.discard}
        </Button>
        <Button type="submit" size="sm" isPending={isSubmitting} aria-disabled={!isDirty}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** NaN, which the schema refuses, for anything but digits. */
function wholeNumber(typed: unknown): number {
  const text = String(typed).trim();
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

interface GroupProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Group({ title, text, children }: GroupProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 border-b p-5 sm:p-6 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h3 className="text-base">{title}</h3>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">{children}</div>
    </div>
  );
}
