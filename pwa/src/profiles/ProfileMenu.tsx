import type { Profile } from '@pmcw/contracts';
import { Ellipsis, MessageCircle, SearchCheck, UserPen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../ui/DropdownMenu.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { explorerUrl } from './explorers.ts';
import { useStartConversation } from './useStartConversation.ts';

/** Props of `ProfileMenu`. */
export interface ProfileMenuProps {
  readonly profile: Profile;
  readonly isOwner: boolean;
}

/** What one can do with a profile (spec §2): the likeliest thing as a button, everything in the options menu. */
export function ProfileMenu({ profile, isOwner }: ProfileMenuProps) {
  const { isStarting, start } = useStartConversation();
  const firstWallet = profile.wallets[0];
  return (
    <div className="flex items-center gap-2 pb-1">
      {isOwner ? (
        <Button asChild variant="secondary" size="sm">
          <Link to="/dashboard/profile">
            <UserPen aria-hidden="true" />
            Edit
          </Link>
        </Button>
      ) : (
        <Button size="sm" isPending={isStarting} onClick={() => void start(profile.username)}>
          {!isStarting && <MessageCircle aria-hidden="true" />}
          Message
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label="Options" variant="secondary" size="sm">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {isOwner ? (
            <DropdownMenuItem asChild>
              <Link to="/dashboard/profile">
                <UserPen aria-hidden="true" />
                Edit Profile
              </Link>
            </DropdownMenuItem>
          ) : (
            <DropdownMenuItem onSelect={() => void start(profile.username)}>
              <MessageCircle aria-hidden="true" />
              Send Message
            </DropdownMenuItem>
          )}
          {firstWallet !== undefined && (
            <DropdownMenuItem asChild>
              <a
                href={explorerUrl(firstWallet.network, firstWallet.address)}
                target="_blank"
                rel="noopener noreferrer"
              >
                <SearchCheck aria-hidden="true" />
                View on blockchain explorer
              </a>
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
