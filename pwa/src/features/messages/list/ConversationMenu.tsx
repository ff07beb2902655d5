import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { onDemand } from '../../../base/ui/OnDemand.tsx';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';

const Menu = onDemand('menu', () => import('./OpenedConversationMenu.tsx'));

interface ConversationMenuProps {
  /** Null for the global chat. */
  readonly peerId: number | null;
  /** Its items. */
  readonly children: ReactNode;
}

/** In the header of a thread, and beside a row of the list. */
export function ConversationMenu({ peerId, children }: ConversationMenuProps) {
  const words = useWords(contacts);
  return (
    <Menu
      trigger={
        <IconButton label={words.options} size="sm" data-menu-of={peerId ?? 'global'}>
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
