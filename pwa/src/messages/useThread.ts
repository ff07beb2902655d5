import { texts } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useState } from 'react';
import { conversationOf } from '../offline/conversations.ts';
import type {
  MemberDatabase,
  OutboxRow,
  StoredConversation,
  StoredMember,
  StoredMessage,
} from '../offline/database.ts';
import { type ConversationKey, firstOrder, lastOrder } from '../offline/keys.ts';
import type { Messenger } from './messenger.ts';
import { useStore } from './store.ts';
import { useFailureToast } from './useFailureToast.ts';
import { useFirstCursor } from './useFirstCursor.ts';

/** Messages that are read from the device at first, and more each time that the reader nears the top. */
const windowSize = 60;
/** How long a fetched thread counts as fresh while nothing is pushed (spec §9). */
const staleMs = 30_000;

/** A thread as it is on this device. */
export interface StoredThread {
  readonly conversation: StoredConversation;
  /** The newest ones, oldest first. */
  readonly messages: readonly StoredMessage[];
  /** Those on their way, in the order in which they were sent. */
  readonly outbox: readonly OutboxRow[];
  /** The senders. */
  readonly members: ReadonlyMap<number, StoredMember>;
  /** Older messages are on the device, beyond those read. */
  readonly hasMoreHere: boolean;
}

/** A thread with what can be done to see more of it. */
export interface Thread {
  /** Undefined until it is read from the device. */
  readonly stored: StoredThread | undefined;
  /** Position of the log when it was opened; null while that is not known. */
  readonly openedAt: string | null;
  /** `loading` and `failed` (until a retry succeeds) speak of the newest messages; what is here shows meanwhile. */
  readonly fetching: 'loading' | 'failed' | 'done';
  readonly retry: () => Promise<unknown>;
  /** Whether there is anything before what is shown. */
  readonly hasOlder: boolean;
  /** Shows older messages, from the device or the server. */
  readonly showOlder: () => void;
  /** `failed` when the server did not give them; `showOlder` tries again. */
  readonly olderFetching: 'idle' | 'loading' | 'failed';
  /** Forgets how far back was read: the newest messages suffice. */
  readonly showNewest: () => void;
}

/** Reads a thread from the device, fetches what is missing, and keeps it up to date. */
export function useThread(messenger: Messenger, key: ConversationKey): Thread {
  const { db } = messenger;
  const [limit, setLimit] = useState(windowSize);
  const stored = useLiveQuery(() => readThread(db, key, limit), [db, key, limit]);
  const openedAt = useFirstCursor(db);
  const newest = useNewest(messenger, key, stored, openedAt !== null);
  const [olderFetching, setOlderFetching] = useState<Thread['olderFetching']>('idle');
  const older = stored?.conversation.history?.older ?? null;
  const hasMoreHere = stored?.hasMoreHere === true;

  const showOlder = useCallback(() => {
    const more = () => setLimit((before) => before + windowSize);
    if (hasMoreHere) return more();
    if (older === null) return;
    setOlderFetching('loading');
    messenger
      .fetchOlder(key, older)
      .then(() => {
        setOlderFetching('idle');
        more();
      })
      .catch(() => setOlderFetching('failed'));
  }, [messenger, key, older, hasMoreHere]);

  return {
    stored,
    openedAt,
    ...newest,
    hasOlder: hasMoreHere || older !== null,
    showOlder,
    olderFetching,
    showNewest: useCallback(() => setLimit(windowSize), []),
  };
}

/** Fetches the newest messages, unless all of them are here and new ones are pushed. */
function useNewest(
  messenger: Messenger,
  key: ConversationKey,
  stored: StoredThread | undefined,
  hasCursor: boolean,
): Pick<Thread, 'fetching' | 'retry'> {
  const status = useStore(messenger.status);
  const isHere = stored?.conversation.history !== null;
  const { isSuccess, errorUpdateCount, isFetching, refetch } = useQuery({
    // Once the cursor is known, a page tells how far back the thread is complete: it is worth fetching again.
    queryKey: ['/api/messages/thread', messenger.db.name, key, hasCursor],
    queryFn: () => messenger.fetchNewest(key).then(() => null),
    enabled: stored !== undefined && !(isHere && status === 'connected'),
    staleTime: staleMs,
  });
  const { toasts } = texts.messages;
  const failure = key === 'global' ? toasts.globalFailed : toasts.threadFailed;
  // What is here shows, and the rest comes with the connection: nothing to worry anybody with.
  const hasFailed = errorUpdateCount > 0 && !isSuccess && !isHere;
  useFailureToast(hasFailed ? errorUpdateCount : 0, failure);
  return { fetching: hasFailed ? 'failed' : isFetching ? 'loading' : 'done', retry: refetch };
}

async function readThread(db: MemberDatabase, key: ConversationKey, limit: number): Promise<StoredThread> {
  const conversation = await conversationOf(db, key);
  const from = conversation.history?.from ?? firstOrder;
  const newestFirst = await db.messages
    .where('[conversation+order]')
    .between([key, from], [key, lastOrder])
    .reverse()
    .limit(limit + 1)
    .toArray();
  const messages = newestFirst.slice(0, limit).reverse();
  const senders = [...new Set(messages.map(({ senderId }) => senderId))];
  const members = (await db.members.bulkGet(senders)).filter((member) => member !== undefined);
  return {
    conversation,
    messages,
    outbox: await db.outbox.where('lane').equals(key).sortBy('seq'),
    members: new Map(members.map((member) => [member.id, member])),
    hasMoreHere: newestFirst.length > limit,
  };
}
