import { liveQuery } from 'dexie';
import { useEffect } from 'react';
import { useSession } from '../accounts/session.tsx';
import { currentMessenger } from './currentMessenger.ts';
import { Messenger } from './messenger.ts';
import { unreadCount } from './unread.ts';

/**
 * Keeps the messenger of the signed-in member running on every screen: messages come in and go out wherever the
 * member is. Shows nothing. To be loaded lazily, and rendered once beside the screens while somebody is signed in.
 */
export default function MessengerHost() {
  const { user, refresh } = useSession();
  const id = user?.id;
  const createdAt = user?.createdAt;
  useEffect(() => {
    if (id === undefined || createdAt === undefined) return;
    const messenger = new Messenger({ owner: { id, createdAt }, refreshSession: refresh });
    const watching = watchUnread(messenger);
    messenger.start();
    currentMessenger.set(messenger);
    return () => {
      currentMessenger.set(null);
      messenger.stop();
      watching.unsubscribe();
      unreadCount.set(0);
    };
  }, [id, createdAt, refresh]);
  return null;
}

function watchUnread({ db }: Messenger) {
  const unread = liveQuery(async () => {
    const conversations = await db.conversations.toArray();
    return conversations
      .filter(({ key }) => key !== 'global')
      .reduce((sum, conversation) => sum + conversation.unreadCount, 0);
  });
  return unread.subscribe({
    next: (count) => unreadCount.set(count),
    error: (error: unknown) => console.error('Unread messages cannot be counted', error),
  });
}
