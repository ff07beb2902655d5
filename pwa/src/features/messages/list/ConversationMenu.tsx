import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '../../../base/ui/overlays/DropdownMenu.tsx';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';

interface ConversationMenuProps {
  /** Null for the global chat. */
  readonly peerId: number | null;
  readonly children: ReactNode;
}

/** In the header of a thread, and beside a row of the list. */
export function ConversationMenu({ peerId, children }: ConversationMenuProps) {
  const words = useWords(contacts);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={words.options} size="sm" data-menu-of={peerId ?? 'global'}>
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}
