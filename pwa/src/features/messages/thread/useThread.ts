import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import { messages as messagesWords } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type ConversationKey, isPending } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import type { Messenger } from '../engine/messenger.ts';
import { useFailureToast } from '../engine/useFailureToast.ts';
import type { MessagePlace } from '../search/searchDevice.ts';
import {
  hasOnlyLast,
  newerWindow,
  newestWindow,
  olderWindow,
  readThread,
  type StoredThread,
  type ThreadWindow,
  unreadThread,
  windowAround,
  withUnsaved,
} from './threadWindow.ts';
import { useFirstCursor } from './useFirstCursor.ts';
import { useIsOffline } from './useIsOffline.ts';

/** Without pushed messages (spec §9). */
const staleMs = 30_000;
/** A restarted gateway closes the sockets of all readers at the same moment. */
const spreadMs = 5_000;
/** Between fetches after an incomplete answer. */
const askAgain = { firstMs: 1_000, mostMs: 30_000 } as const;

export interface Thread {
  /** Undefined until it is read. */
  readonly stored: StoredThread | undefined;
  /** Also has messages that are being stored before the thread is read. */
  readonly shown: StoredThread | undefined;
  /** Log position; null while unknown. */
  readonly openedAt: string | null;
  /** Of the newest messages; `failed` until a retry succeeds. */
  readonly fetching: 'loading' | 'failed' | 'done';
  /** Only the list's last message is known; showing it alone would make the day label jump. */
  readonly isAwaitingMore: boolean;
  readonly retry: () => Promise<unknown>;
  readonly hasOlder: boolean;
  /** From the device or the server. */
  readonly showOlder: () => void;
  readonly olderFetching: 'idle' | 'loading' | 'failed';
  readonly showNewer: () => void;
  readonly showNewest: () => void;
}

/**
 * Reads a thread from the device, fetches missing messages, and keeps it up to date.
 * @param at the message at which it opens; null for the newest
 */
export function useThread(messenger: Messenger, key: ConversationKey, at: MessagePlace | null): Thread {
  const { db } = messenger;
  const [window, setWindow] = useFirstWindow(db, key, at);
  const read = useStored(
    () => (window === null ? undefined : readThread(db, key, window)),
    [db, key, window],
  );
  const unsaved = useStore(messenger.saving.messages);
  const stored = useMemo(
    () => (read === undefined ? undefined : withUnsaved(read, unsaved)),
    [read, unsaved],
  );
  const saving = useMemo(
    () => (read === undefined ? unreadThread(key, unsaved) : undefined),
    [read, key, unsaved],
  );
  const openedAt = useFirstCursor(db);
  const newest = useNewest(messenger, key, stored, openedAt !== null);
  const [olderFetching, setOlderFetching] = useState<Thread['olderFetching']>('idle');
  const older = stored?.conversation.history?.older ?? null;
  const hasMoreHere = stored?.before !== undefined;
  // Until the window is read, the ends belong to the previous one.
  const current = stored?.window === window ? stored : null;

  const showOlder = useCallback(() => {
    if (current === null) return;
    const more = () => setWindow((now) => (now === current.window ? olderWindow(current) : now));
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
  }, [messenger, key, older, hasMoreHere, current, setWindow]);
  const showNewer = useCallback(() => {
    if (current === null) return;
    newerWindow(db, current)
      .then((next) => setWindow((now) => (now === current.window ? next : now)))
      .catch((error: unknown) => console.error('Newer messages could not be read from this device', error));
  }, [db, current, setWindow]);

  return {
    stored,
    shown: stored ?? saving,
    openedAt,
    ...newest,
    hasOlder: hasMoreHere || older !== null,
    showOlder,
    olderFetching,
    showNewer,
    showNewest: useCallback(() => setWindow(newestWindow), [setWindow]),
  };
}

function useFirstWindow(db: MemberDatabase, key: ConversationKey, at: MessagePlace | null) {
  const order = at === null || isPending(at.order) ? null : at.order;
  const [window, setWindow] = useState<ThreadWindow | null>(order === null ? newestWindow : null);
  useEffect(() => {
    if (order === null) return;
    windowAround(db, key, order).then(setWindow, () => setWindow(newestWindow));
  }, [db, key, order]);
  return [window, setWindow] as const;
}

/** Whether a sender is unknown here; a page of the newest messages includes them. */
function lacksSender({ messages, window, members }: StoredThread, ownerId: number): boolean {
  return (
    window.until === null && messages.some(({ senderId }) => senderId !== ownerId && !members.has(senderId))
  );
}

/** Fetches the newest messages, unless all are here and new ones are pushed. */
function useNewest(
  messenger: Messenger,
  key: ConversationKey,
  stored: StoredThread | undefined,
  hasCursor: boolean,
): Pick<Thread, 'fetching' | 'isAwaitingMore' | 'retry'> {
  const isOffline = useIsOffline(messenger, spreadMs);
  const isHere = stored?.conversation.history !== null;
  const hasStrangers = stored !== undefined && lacksSender(stored, messenger.db.owner.id);
  const {
    data: count = 0,
    isSuccess,
    errorUpdateCount,
    isFetching,
    refetch,
  } = useQuery({
    // With a cursor, a page shows how far back the thread is complete.
    queryKey: ['/api/messages/thread', messenger.db.name, key, hasCursor],
    queryFn: () => messenger.fetchNewest(key),
    enabled: stored !== undefined && !(isHere && !isOffline && !hasStrangers),
    staleTime: staleMs,
    // The server lagged: completeness or a sender is still unknown.
    refetchInterval: ({ state }) =>
      hasStrangers || (hasCursor && !isHere && state.status === 'success')
        ? Math.min(askAgain.mostMs, askAgain.firstMs * 2 ** state.dataUpdateCount)
        : false,
  });
  const { toasts } = useWords(messagesWords);
  const failure = key === 'global' ? toasts.globalFailed : toasts.threadFailed;
  // Stored messages are shown and the rest will come: no toast.
  const hasFailed = errorUpdateCount > 0 && !isSuccess && !isHere;
  useFailureToast(hasFailed ? errorUpdateCount : 0, failure);
  const fetching = hasFailed ? 'failed' : isFetching ? 'loading' : 'done';
  // They are read from the device a moment later.
  const isAwaitingMore =
    stored !== undefined &&
    hasOnlyLast(stored) &&
    (fetching === 'loading' || (fetching === 'done' && count > 1));
  return { fetching, isAwaitingMore, retry: refetch };
}
