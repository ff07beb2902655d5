import type { Profile } from '@pmcw/contracts';
import { MessageCircle, SearchCheck, ShieldCheck, UserPen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../base/ui/Link.tsx';
import type { OnDemandProps } from '../../base/ui/OnDemand.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../base/ui/overlays/DropdownMenu.tsx';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useWords } from '../../base/words/words.ts';
import { explorerUrl } from '../../members/look/explorers.ts';
import { useSession } from '../../members/session/session.tsx';

interface ProfileOptionsProps extends OnDemandProps {
  readonly profile: Profile;
  readonly isOwner: boolean;
  readonly onMessage: () => void;
  readonly more: ReactNode;
}

/** Spec §2 "Options menu". */
export default function ProfileOptions({ profile, isOwner, onMessage, more, trigger }: ProfileOptionsProps) {
  const words = useWords(profiles);
  const { user } = useSession();
  const firstWallet = profile.wallets[0];
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {isOwner ? (
          <DropdownMenuItem asChild>
            <Link to="/dashboard/profile">
              <UserPen aria-hidden="true" />
              {words.editProfile}
            </Link>
          </DropdownMenuItem>
        ) : (
          user !== null && (
            <DropdownMenuItem onSelect={onMessage}>
              <MessageCircle aria-hidden="true" />
              {words.sendMessage}
            </DropdownMenuItem>
          )
        )}
        {firstWallet !== undefined && (
          <DropdownMenuItem asChild>
            <a
              href={explorerUrl(firstWallet.network, firstWallet.address)}
              target="_blank"
              rel="noopener noreferrer"
            >
              <SearchCheck aria-hidden="true" />
              {words.viewOnExplorer}
            </a>
          </DropdownMenuItem>
        )}
        {user?.isAdmin === true && !isOwner && (
          <DropdownMenuItem asChild>
            <Link to={`/admin-page?user=${encodeURIComponent(profile.username)}`}>
              <ShieldCheck aria-hidden="true" />
              {words.adminActions}
            </Link>
          </DropdownMenuItem>
        )}
        {more}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
