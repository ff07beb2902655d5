import { isolated, type Profile, validationTexts, wellKnown } from '@pmcw/contracts';
import { useState } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import type { OnDemandProps } from '../../base/ui/OnDemand.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '../../base/ui/overlays/Dialog.tsx';
import { Switch } from '../../base/ui/Switch.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../base/ui/Tabs.tsx';
import { TextareaField } from '../../base/ui/TextareaField.tsx';
import { TextField } from '../../base/ui/TextField.tsx';
import { useCopy } from '../../base/ui/useCopy.ts';
import { shareDialog } from '../../base/words/en/sharing/shareDialog.ts';
import { sharing } from '../../base/words/en/sharing/sharing.ts';
import { useWords } from '../../base/words/words.ts';
import { type ImageAddress, readImageAddress } from './imageAddress.ts';
import { LinkPreview } from './LinkPreview.tsx';
import { ShareTargets } from './ShareTargets.tsx';
import { profileUrl, type Share } from './shareLinks.ts';

const titleMax = 120;
const descriptionMax = 300;

interface ShareDialogProps extends OnDemandProps {
  readonly profile: Profile;
  readonly isOwner: boolean;
}

/** Spec §2. */
export default function ShareDialog({ profile, isOwner, trigger }: ShareDialogProps) {
  const words = useWords(shareDialog);
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        title={words.dialogTitle}
        description={isOwner ? words.ownDialogText : words.dialogText(profile.username)}
        className="scroll-pb-28"
      >
        <ShareForm profile={profile} onShared={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

/** Customizations last while the dialog is open. */
function ShareForm({ profile, onShared }: { readonly profile: Profile; readonly onShared: () => void }) {
  const words = useWords(shareDialog);
  const { share: shareLabel } = useWords(sharing);
  const [title, setTitle] = useState(() => `${isolated(profile.fullName)} (@${profile.username})`);
  const [description, setDescription] = useState(() =>
    profile.bio === '' ? words.defaultDescription(profile.fullName) : profile.bio,
  );
  const [isCustom, setCustom] = useState(false);
  const [typed, setTyped] = useState('');
  const share: Share = { url: profileUrl(profile.username, location.origin), title, description };
  const image = isCustom ? readImageAddress(typed, location.origin) : null;
  return (
    <>
      <LinkPreview profile={profile} share={share} image={image} />
      <Tabs defaultValue="share">
        <TabsList aria-label={words.tabs}>
          <TabsTrigger value="share">{shareLabel}</TabsTrigger>
          <TabsTrigger value="customize">{words.customize}</TabsTrigger>
        </TabsList>
        <TabsContent value="share" className="mt-4 rounded-lg">
          <ShareTargets share={share} />
          <p className="mt-4 text-xs text-muted">
            <a
              href={wellKnown.profileOf(profile.username)}
              target="_blank"
              rel="noopener noreferrer"
              className="rounded-sm underline decoration-line-strong underline-offset-4 hover:text-fg hover:decoration-current"
            >
              {words.signed.link}
            </a>{' '}
            {words.signed.text}
          </p>
        </TabsContent>
        <TabsContent value="customize" className="mt-4 flex flex-col gap-1 rounded-lg">
          <TextField
            label={words.title}
            value={title}
            maxLength={titleMax}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TextareaField
            label={words.description}
            rows={2}
            value={description}
            maxLength={descriptionMax}
            onChange={({ target }) => setDescription(target.value)}
            className="max-h-[6.125rem]"
          />
          <Switch
            label={words.useCustomImage}
            hint={words.useCustomImageHint}
            isOn={isCustom}
            onChange={setCustom}
          />
          {image !== null && <ImageField typed={typed} image={image} onType={setTyped} />}
        </TabsContent>
      </Tabs>
      <ShareButtons share={share} onShared={onShared} />
    </>
  );
}

function ImageField({
  typed,
  image,
  onType,
}: {
  readonly typed: string;
  readonly image: ImageAddress;
  readonly onType: (typed: string) => void;
}) {
  const words = useWords(shareDialog);
  return (
    <div className="mt-4">
      <TextField
        label={words.imageUrl}
        hint={image.kind === 'foreign' ? words.imageElsewhere : undefined}
        error={image.kind === 'invalid' ? validationTexts.linkInvalid : undefined}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}

/** Uses the system's share dialog, or else copies the link. */
function ShareButtons({ share, onShared }: { readonly share: Share; readonly onShared: () => void }) {
  const words = useWords(shareDialog);
  const { copy } = useCopy(words.copied);
  const shareProfile = async () => {
    if (typeof navigator.share !== 'function') return copy(share.url);
    try {
      await navigator.share({ title: share.title, text: share.description, url: share.url });
      onShared();
    } catch (error) {
      // The person canceled.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      await copy(share.url);
    }
  };
  return (
    <div className="sticky -bottom-[calc(1.5rem+env(safe-area-inset-bottom))] -mx-6 -mb-[calc(1.5rem+env(safe-area-inset-bottom))] flex justify-end gap-2.5 border-t bg-float px-6 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom))] max-sm:*:flex-1 short:static sm:-bottom-6 sm:-mb-6 sm:pb-6">
      <DialogClose asChild>
        <Button variant="secondary">{words.cancel}</Button>
      </DialogClose>
      <Button onClick={() => void shareProfile()}>{words.shareProfile}</Button>
    </div>
  );
}
