import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import { messages as messagesWords } from '../../../base/words/en/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type ConversationKey, isPending } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import type { Messenger } from '../engine/messenger.ts';
import { useFailureToast } from '../engine/useFailureToast.ts';
import type { MessagePlace } from '../search/searchDevice.ts';
import {
  newerWindow,
  newestWindow,
  olderWindow,
  readThread,
  type StoredThread,
  type ThreadWindow,
  windowAround,
} from './threadWindow.ts';
import { useFirstCursor } from './useFirstCursor.ts';

/** How long a fetched thread counts as fresh while nothing is pushed (spec §9). */
const staleMs = 30_000;
/** Milliseconds until the newest messages are asked for again when an answer left something open, at first and at most. */
const askAgain = { firstMs: 1_000, mostMs: 30_000 } as const;

/** A thread with what can be done to see more of it. */
export interface Thread {
  /** Undefined until it is read from the device. */
  readonly stored: StoredThread | undefined;
  /** Position of the log when it was opened; null while that is not known. */
  readonly openedAt: string | null;
  /** `loading` and `failed` (until a retry succeeds) speak of the newest messages; what is here shows meanwhile. */
  readonly fetching: 'loading' | 'failed' | 'done';
  /**
   * Nothing is known of the thread but its last message, which the list shows as well, and those before it are about to come.
   * Shown by itself, it would have the day jump away from over it.
   */
  readonly isComing: boolean;
  readonly retry: () => Promise<unknown>;
  /** Whether there is anything before what is shown. */
  readonly hasOlder: boolean;
  /** Shows older messages, from the device or the server. */
  readonly showOlder: () => void;
  /** `failed` when the server did not give them; `showOlder` tries again. */
  readonly olderFetching: 'idle' | 'loading' | 'failed';
  /** Shows what comes after what is shown; nothing to do at the newest. */
  readonly showNewer: () => void;
  /** Shows the newest messages, wherever the reader was. */
  readonly showNewest: () => void;
}

/**
 * Reads a thread from the device, fetches what is missing, and keeps it up to date.
 * @param at the message at which it opens; null for the newest
 */
export function useThread(messenger: Messenger, key: ConversationKey, at: MessagePlace | null): Thread {
  const { db } = messenger;
  const [window, setWindow] = useFirstWindow(db, key, at);
  const stored = useStored(
    () => (window === null ? undefined : readThread(db, key, window)),
    [db, key, window],
  );
  const openedAt = useFirstCursor(db);
  const newest = useNewest(messenger, key, stored, openedAt !== null);
  const [olderFetching, setOlderFetching] = useState<Thread['olderFetching']>('idle');
  const older = stored?.conversation.history?.older ?? null;
  const hasMoreHere = stored?.before !== undefined;
  // Until a window is there, what nears its end is an end of the one before.
  const shown = stored?.window === window ? stored : null;

  const showOlder = useCallback(() => {
    if (shown === null) return;
    const more = () => setWindow((now) => (now === shown.window ? olderWindow(shown) : now));
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
  }, [messenger, key, older, hasMoreHere, shown, setWindow]);
  const showNewer = useCallback(() => {
    if (shown === null) return;
    newerWindow(db, shown)
      .then((next) => setWindow((now) => (now === shown.window ? next : now)))
      .catch((error: unknown) => console.error('Newer messages cannot be read', error));
  }, [db, shown, setWindow]);

  return {
    stored,
    openedAt,
    ...newest,
    hasOlder: hasMoreHere || older !== null,
    showOlder,
    olderFetching,
    showNewer,
    showNewest: useCallback(() => setWindow(newestWindow), [setWindow]),
  };
}

/** Where the thread opens; null until that is known. */
function useFirstWindow(db: MemberDatabase, key: ConversationKey, at: MessagePlace | null) {
  const order = at === null || isPending(at.order) ? null : at.order;
  const [window, setWindow] = useState<ThreadWindow | null>(order === null ? newestWindow : null);
  useEffect(() => {
    if (order === null) return;
    windowAround(db, key, order).then(setWindow, () => setWindow(newestWindow));
  }, [db, key, order]);
  return [window, setWindow] as const;
}

/** Whether a message came without a word of its sender, who is not known from elsewhere either; a page of the newest has that. */
function lacksSender({ messages, window, members }: StoredThread, ownerId: number): boolean {
  return (
    window.until === null && messages.some(({ senderId }) => senderId !== ownerId && !members.has(senderId))
  );
}

/** Fetches the newest messages, unless all of them are here and new ones are pushed. */
function useNewest(
  messenger: Messenger,
  key: ConversationKey,
  stored: StoredThread | undefined,
  hasCursor: boolean,
): Pick<Thread, 'fetching' | 'isComing' | 'retry'> {
  const status = useStore(messenger.status);
  const isHere = stored?.conversation.history !== null;
  const hasStrangers = stored !== undefined && lacksSender(stored, messenger.db.owner.id);
  const {
    data: count = 0,
    isSuccess,
    errorUpdateCount,
    isFetching,
    refetch,
  } = useQuery({
    // Once the cursor is known, a page tells how far back the thread is complete: it is worth fetching again.
    queryKey: ['/api/messages/thread', messenger.db.name, key, hasCursor],
    queryFn: () => messenger.fetchNewest(key),
    enabled: stored !== undefined && !(isHere && status === 'connected' && !hasStrangers),
    staleTime: staleMs,
    // The server lagged behind when it answered: how far back the thread is complete, or who wrote, is still not known.
    refetchInterval: ({ state }) =>
      hasStrangers || (hasCursor && !isHere && state.status === 'success')
        ? Math.min(askAgain.mostMs, askAgain.firstMs * 2 ** state.dataUpdateCount)
        : false,
  });
  const { toasts } = useWords(messagesWords);
  const failure = key === 'global' ? toasts.globalFailed : toasts.threadFailed;
  // What is here shows, and the rest comes with the connection: nothing to worry anybody with.
  const hasFailed = errorUpdateCount > 0 && !isSuccess && !isHere;
  useFailureToast(hasFailed ? errorUpdateCount : 0, failure);
  const fetching = hasFailed ? 'failed' : isFetching ? 'loading' : 'done';
  const isLastAlone = !isHere && stored?.messages.length === 1 && stored.outbox.length === 0;
  // What was fetched is read from the device a moment later.
  const isComing = isLastAlone && (fetching === 'loading' || (fetching === 'done' && count > 1));
  return { fetching, isComing, retry: refetch };
}
