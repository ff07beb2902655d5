import { messages as messagesWords } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import { isPending, orderOf } from '../../../device/offline/keys.ts';
import { previewText } from '../engine/previewText.ts';
import type { StoredThread } from './threadWindow.ts';

interface AnnouncementsProps {
  readonly stored: StoredThread;
  readonly ownerId: number;
  /** Null while unknown. */
  readonly since: string | null;
}

/** Announces arriving messages politely to screen readers. */
export function Announcements({ stored, ownerId, since }: AnnouncementsProps) {
  const words = useWords(messagesWords);
  const { latest, members, blocked } = stored;
  const isFresh = ({ senderId, order }: StoredThread['latest'][number]) =>
    since !== null &&
    senderId !== ownerId &&
    !blocked.has(senderId) &&
    !isPending(order) &&
    order > orderOf(since);
  return (
    <div role="log" aria-live="polite" aria-label={words.newMessages} className="sr-only">
      {latest.filter(isFresh).map((message) => (
        <p key={message.id}>
          <bdi>{members.get(message.senderId)?.fullName ?? ''}</bdi>: <bdi>{previewText(message)}</bdi>
        </p>
      ))}
    </div>
  );
}
