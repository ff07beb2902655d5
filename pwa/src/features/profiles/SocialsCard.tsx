import {
  addSocialLinkBodySchema,
  type SocialLink,
  type SocialPlatform,
  socialPlatformCodes,
  socialPlatforms,
} from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Controller } from 'react-hook-form';
import { useSchemaForm } from '../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../base/ui/Button.tsx';
import { Field } from '../../base/ui/Field.tsx';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { neighbourOf } from '../../base/ui/neighbourOf.ts';
import { Select } from '../../base/ui/Select.tsx';
import { SettingsCard } from '../../base/ui/SettingsCard.tsx';
import { TextField } from '../../base/ui/TextField.tsx';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { useAddSocialLink, useRemoveSocialLink } from '../../members/look/profileMutations.ts';
import { mySocialsQuery, mySocialsQuestion } from '../../members/look/profileQueries.ts';
import { SocialGlyph } from '../../members/look/SocialGlyph.tsx';
import { CheckLink, HowToLinkBack } from './CheckLink.tsx';
import { OwnList } from './OwnList.tsx';

/** A linked platform can't be chosen again (spec §2). */
export function SocialsCard({ username }: { readonly username: string }) {
  const words = useWords(dashboard).socials;
  const socials = useQuery(mySocialsQuery);
  const linked = new Set(socials.data?.map((social) => social.platform));
  return (
    <SettingsCard title={words.title} description={words.description}>
      <AddSocialForm linked={linked} />
      <OwnList query={socials} question={mySocialsQuestion} emptyText={words.none}>
        {(social) => <SocialItem key={social.id} social={social} />}
      </OwnList>
      <HowToLinkBack username={username} />
    </SettingsCard>
  );
}

function AddSocialForm({ linked }: { readonly linked: ReadonlySet<SocialPlatform> }) {
  const words = useWords(dashboard).socials;
  const add = useAddSocialLink();
  const { form, submit } = useSchemaForm({
    schema: addSocialLinkBodySchema,
    defaultValues: { username: '' },
    onSubmit: async (body, { reset }) => {
      await add.mutateAsync(body);
      reset();
    },
  });
  const options = socialPlatformCodes.map((platform) => ({
    value: platform,
    label: socialPlatforms[platform].name,
    mark: <SocialGlyph platform={platform} className="size-4 text-muted" />,
    isDisabled: linked.has(platform),
  }));
  useUnsavedWarning(form);
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <Controller
        control={form.control}
        name="platform"
        rules={{ deps: 'username' }}
        render={({ field }) => (
          <Field label={words.platform} error={errors.platform?.message}>
            {(control) => (
              <Select
                {...control}
                options={options}
                value={field.value ?? ''}
                onValueChange={field.onChange}
                placeholder={words.selectPlatform}
              />
            )}
          </Field>
        )}
      />
      <TextField
        label={words.username}
        error={errors.username?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={words.usernamePlaceholder}
        {...form.register('username')}
      />
      <Button type="submit" variant="secondary" isPending={isSubmitting} className="w-full">
        {words.add}
      </Button>
    </form>
  );
}

function SocialItem({ social }: { readonly social: SocialLink }) {
  const words = useWords(dashboard).socials;
  const { linksBack } = useWords(profiles);
  const { date } = useFormats();
  const remove = useRemoveSocialLink();
  const { name } = socialPlatforms[social.platform];
  const confirmAndRemove = ({ currentTarget }: MouseEvent) => {
    if (!window.confirm(words.confirmDeletion)) return;
    neighbourOf(currentTarget)?.focus();
    remove.mutate(social.id);
  };
  return (
    <li className="flex items-center gap-3 py-3">
      <SocialGlyph platform={social.platform} className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{name}</p>
        <bdi className="block truncate text-muted">{social.username}</bdi>
        {social.linksBack !== null && (
          <p className="mt-0.5 text-xs text-muted">
            <BadgeCheck aria-hidden="true" className="mr-1 inline size-3.5 text-gold" />
            {linksBack(date(social.linksBack.seenAt))}
          </p>
        )}
      </div>
      <CheckLink social={social} />
      <IconButton label={words.remove(name)} variant="danger" data-removes onClick={confirmAndRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
