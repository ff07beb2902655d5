import { useState } from 'react';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import { MessageAction } from './MessageAction.tsx';
import { MessageBubble, type MessageBubbleProps } from './MessageBubble.tsx';

/** In place of a message of a blocked member, until it is asked for. */
export function BlockedMessage(props: MessageBubbleProps) {
  const words = useWords(contacts);
  const [isShown, setShown] = useState(false);
  if (isShown) return <MessageBubble {...props} />;
  return (
    <li
      tabIndex={-1}
      data-message={props.item.id}
      className="message flex items-center gap-1 rounded-sm px-3 pt-1 text-xs text-muted sm:px-5"
    >
      <span className="rounded-lg border border-dashed px-3 py-1.5">{words.fromBlocked}</span>
      <MessageAction onClick={() => setShown(true)}>{words.show}</MessageAction>
    </li>
  );
}
