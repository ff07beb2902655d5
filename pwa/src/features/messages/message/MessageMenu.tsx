import { EllipsisVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { onDemand } from '../../../base/ui/OnDemand.tsx';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MessageActions, ReceivedMessage } from './messageActions.ts';

const Menu = onDemand('menu', () => import('./OpenedMessageMenu.tsx'));

interface MessageMenuProps extends Pick<MessageActions, 'report'> {
  readonly message: ReceivedMessage;
}

/** Beside a received message. */
export function MessageMenu(props: MessageMenuProps) {
  const words = useWords(contacts);
  return (
    <Menu
      {...props}
      trigger={
        <IconButton
          label={words.messageOptions}
          size="sm"
          tabIndex={-1}
          className="message-actions absolute top-1/2 left-full ml-1 -translate-y-1/2 transition-opacity data-[state=open]:opacity-100!"
        >
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

/** Moves focus from a message to the button of its menu, if it has one. */
export function focusMenuOf(press: KeyboardEvent<HTMLElement>): void {
  // Otherwise the press would be the button's, too.
  press.preventDefault();
  press.currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
}
