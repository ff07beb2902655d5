import type { SessionUser } from '@pmcw/contracts';
import { Camera, ImageUp } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';
import { images } from '../../base/words/en/media/images.ts';
import { useWords } from '../../base/words/words.ts';
import type { ImageKind } from '../../members/look/imageKinds.ts';
import { MemberBanner } from '../../members/look/MemberBanner.tsx';

const ImageDialog = lazyExtra(() => import('./ImageDialog.tsx'));

const look = { size: 'sm', variant: 'secondary', onPointerEnter: ImageDialog.preload } as const;

export function ProfileImages({ user }: { readonly user: SessionUser }) {
  const words = useWords(images);
  const [changing, setChanging] = useState<ImageKind | null>(null);
  return (
    <div className="mb-6">
      <MemberBanner
        username={user.username}
        backgroundUrl={user.backgroundUrl}
        className="aspect-[3/1] rounded-lg border"
      />
      <div className="-mt-10 ml-3 w-fit rounded-full bg-surface p-1">
        <span className="relative block">
          <Avatar username={user.username} fullName={user.fullName} avatarUrl={user.avatarUrl} size={80} />
        </span>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button {...look} aria-label={words.avatar.change} onClick={() => setChanging('avatar')}>
          <Camera aria-hidden="true" className="max-[359px]:hidden" />
          {words.avatar.title}
        </Button>
        <Button {...look} aria-label={words.background.change} onClick={() => setChanging('background')}>
          <ImageUp aria-hidden="true" className="max-[359px]:hidden" />
          {words.background.title}
        </Button>
      </div>
      {changing !== null && <ImageDialog kind={changing} user={user} onClose={() => setChanging(null)} />}
    </div>
  );
}
