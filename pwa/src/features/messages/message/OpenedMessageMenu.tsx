import { Flag } from 'lucide-react';
import type { OnDemandProps } from '../../../base/ui/OnDemand.tsx';
import {
  afterMenu,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../base/ui/overlays/DropdownMenu.tsx';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import BlockItem from '../contacts/BlockItem.tsx';
import type { MessageActions, ReceivedMessage } from './messageActions.ts';

interface OpenedMessageMenuProps extends OnDemandProps, Pick<MessageActions, 'report'> {
  readonly message: ReceivedMessage;
}

export default function OpenedMessageMenu({ trigger, message, report }: OpenedMessageMenuProps) {
  const words = useWords(contacts);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {!message.isPrivate && <BlockItem member={message.sender} />}
        <DropdownMenuItem tone="danger" onSelect={afterMenu(() => report(message))}>
          <Flag aria-hidden="true" />
          {words.report}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
