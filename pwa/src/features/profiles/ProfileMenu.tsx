import type { Profile } from '@pmcw/contracts';
import { Ellipsis, MessageCircle, UserPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { common } from '../../base/words/en/common.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useWords } from '../../base/words/words.ts';
import { useSession } from '../../members/session/session.tsx';
import { useStartConversation } from './useStartConversation.ts';

const ProfileOptions = onDemand('menu', () => import('./ProfileOptions.tsx'));

interface ProfileMenuProps {
  readonly profile: Profile;
  readonly isOwner: boolean;
  /** Further items of the menu. */
  readonly children?: ReactNode;
}

/** Spec §2: the most likely action as a button, all in the options menu, if there are any. */
export function ProfileMenu({ profile, isOwner, children }: ProfileMenuProps) {
  const words = useWords(profiles);
  const { edit } = useWords(common);
  const { user } = useSession();
  const { isStarting, start } = useStartConversation();
  const hasOptions = user !== null || profile.wallets.length > 0;
  return (
    <div className="flex items-center gap-2 pb-1">
      {isOwner ? (
        <Button asChild variant="secondary" size="sm">
          <Link to="/dashboard/profile">
            <UserPen aria-hidden="true" className="max-[359px]:hidden" />
            {edit}
          </Link>
        </Button>
      ) : (
        <Button size="sm" isPending={isStarting} onClick={() => void start(profile)}>
          {!isStarting && <MessageCircle aria-hidden="true" className="max-[359px]:hidden" />}
          {words.message}
        </Button>
      )}
      {hasOptions && (
        <ProfileOptions
          profile={profile}
          isOwner={isOwner}
          onMessage={() => void start(profile)}
          more={children}
          trigger={
            <IconButton label={words.options} variant="secondary" size="sm">
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        />
      )}
    </div>
  );
}
