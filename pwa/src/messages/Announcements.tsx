import { useRef } from 'react';
import { isPending, type Order } from '../offline/keys.ts';
import type { StoredThread } from './useThread.ts';

/** Arrivals that are kept to be spoken. */
const kept = 3;

/** Tells a screen reader politely what comes in while the conversation is open, and nothing of what was there before. */
export function Announcements({
  stored,
  ownerId,
}: {
  readonly stored: StoredThread;
  readonly ownerId: number;
}) {
  const { conversation, messages, members } = stored;
  const arrived = messages.filter(({ senderId, order }) => senderId !== ownerId && !isPending(order));
  const since = useRef<Order>(arrived.at(-1)?.order ?? '');
  const fresh = arrived.filter(({ order }) => order > since.current).slice(-kept);
  return (
    <div
      role="log"
      aria-live="polite"
      aria-label="New messages"
      className="sr-only"
      data-of={conversation.key}
    >
      {fresh.map(({ id, senderId, content }) => (
        <p key={id}>
          {members.get(senderId)?.fullName ?? ''}: {content}
        </p>
      ))}
    </div>
  );
}
