import { Ban } from 'lucide-react';
import { afterMenu, DropdownMenuItem } from '../../../base/ui/overlays/DropdownMenu.tsx';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import type { StoredMember } from '../../../device/offline/database.ts';
import { useCurrentMessenger } from '../engine/currentMessenger.ts';
import { askedToBlock } from './asking.ts';
import { setBlocked } from './blocking.ts';
import { useIsBlocked } from './useIsBlocked.ts';

/** In a menu about a member. */
export default function BlockItem({ member }: { readonly member: StoredMember }) {
  const words = useWords(contacts);
  const isBlocked = useIsBlocked(member.id);
  const isReady = useCurrentMessenger() !== null;
  return (
    <DropdownMenuItem
      tone={isBlocked ? 'default' : 'danger'}
      disabled={!isReady}
      onSelect={isBlocked ? () => setBlocked(member, false) : afterMenu(() => askedToBlock.set(member))}
    >
      <Ban aria-hidden="true" />
      {isBlocked ? words.unblock : words.block}
    </DropdownMenuItem>
  );
}
