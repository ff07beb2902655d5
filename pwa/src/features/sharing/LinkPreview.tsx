import type { Profile } from '@pmcw/contracts';
import { ImageOff, Images } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { shareDialog } from '../../base/words/en/sharing/shareDialog.ts';
import { useWords } from '../../base/words/words.ts';
import type { ImageAddress } from './imageAddress.ts';
import { readableUrl, type Share } from './shareLinks.ts';

interface LinkPreviewProps {
  readonly profile: Profile;
  readonly share: Share;
  /** The entered image; null for the member's own. */
  readonly image: ImageAddress | null;
}

export function LinkPreview({ profile, share, image }: LinkPreviewProps) {
  const words = useWords(shareDialog);
  return (
    <figure aria-label={words.preview} className="flex items-center gap-4 rounded-lg border bg-canvas p-3">
      {image === null ? (
        <Avatar
          username={profile.username}
          fullName={profile.fullName}
          avatarUrl={profile.avatarUrl}
          size={76}
        />
      ) : (
        <TypedImage image={image} />
      )}
      <figcaption className="min-w-0 flex-1">
        <bdi className="line-clamp-1 text-sm font-semibold break-all">{share.title}</bdi>
        <span dir="auto" className="mt-0.5 line-clamp-2 text-note break-words text-muted">
          {share.description}
        </span>
        <span className="mt-1 block truncate text-xs text-faint">{readableUrl(share.url)}</span>
      </figcaption>
    </figure>
  );
}

function TypedImage({ image }: { readonly image: ImageAddress }) {
  const words = useWords(shareDialog);
  const [broken, setBroken] = useState<string | null>(null);
  if (image.kind === 'own' && broken !== image.src) {
    return (
      <img
        src={image.src}
        alt={words.useCustomImage}
        onError={() => setBroken(image.src)}
        className="size-19 shrink-0 rounded-md object-cover"
      />
    );
  }
  if (image.kind === 'own') return <Frame icon={<ImageOff aria-hidden="true" />} text={words.imageBroken} />;
  if (image.kind === 'foreign') {
    const text = words.imageFrom(image.host);
    return <Frame icon={<Images aria-hidden="true" />} text={text} shown={image.host} />;
  }
  return <Frame icon={<ImageOff aria-hidden="true" />} text={words.noImage} />;
}

/** Replaces an image that can't be shown, with the reason. */
function Frame({
  icon,
  text,
  shown,
}: {
  readonly icon: ReactNode;
  readonly text: string;
  readonly shown?: string;
}) {
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className="flex size-19 shrink-0 flex-col items-center justify-center gap-1.5 overflow-hidden rounded-md border border-dashed border-control bg-surface p-1 text-muted [&_svg]:size-5 [&_svg]:shrink-0"
    >
      {icon}
      {shown !== undefined && (
        <span className="line-clamp-2 w-full text-center text-2xs/3.5 break-all">{shown}</span>
      )}
    </span>
  );
}
