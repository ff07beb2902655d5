import { isPending, orderOf } from '../offline/keys.ts';
import type { StoredThread } from './useThread.ts';

/** Arrivals that are kept to be spoken. */
const kept = 3;

/** Props of `Announcements`. */
export interface AnnouncementsProps {
  readonly stored: StoredThread;
  readonly ownerId: number;
  /** Position of the log when the conversation was opened; null while it is not known. */
  readonly since: string | null;
}

/** Tells a screen reader politely what comes in while the conversation is open, and nothing of what was there before. */
export function Announcements({ stored, ownerId, since }: AnnouncementsProps) {
  const { messages, members } = stored;
  const isFresh = ({ senderId, order }: StoredThread['messages'][number]) =>
    since !== null && senderId !== ownerId && !isPending(order) && order > orderOf(since);
  return (
    <div role="log" aria-live="polite" aria-label="New messages" className="sr-only">
      {messages
        .slice(-kept)
        .filter(isFresh)
        .map(({ id, senderId, content }) => (
          <p key={id}>
            {members.get(senderId)?.fullName ?? ''}: {content}
          </p>
        ))}
    </div>
  );
}
