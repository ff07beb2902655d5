import { texts } from '@pmcw/contracts';
import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { isPending, type Order } from '../offline/keys.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { MessageBubble } from './MessageBubble.tsx';
import type { MessageActions } from './messageActions.ts';
import type { Messenger } from './messenger.ts';
import { RetryButton } from './RetryButton.tsx';
import { threadItems } from './threadItems.ts';
import { dayLabel } from './times.ts';
import { useNow } from './useNow.ts';
import { usePageVisible } from './usePageVisible.ts';
import { useScroller } from './useScroller.ts';
import type { StoredThread, Thread } from './useThread.ts';

/** Props of `ThreadMessages`. */
export interface ThreadMessagesProps {
  readonly messenger: Messenger;
  readonly thread: Thread;
  readonly stored: StoredThread;
  readonly actions: MessageActions;
  /** Changes when the owner sends: then the newest message comes into view. */
  readonly sentCount: number;
}

/** The messages of a conversation, the newest at the bottom and in view. */
export function ThreadMessages({ messenger, thread, stored, actions, sentCount }: ThreadMessagesProps) {
  const { conversation, messages, members } = stored;
  const ownerId = messenger.db.owner.id;
  const [openedAt] = useState<Order | null>(conversation.unreadCount > 0 ? conversation.readUpTo : null);
  const peerReadUpTo = conversation.key === 'global' ? null : conversation.peerReadUpTo;
  const items = useMemo(
    () => threadItems({ ownerId, messages, outbox: stored.outbox, peerReadUpTo, openedAt }),
    [ownerId, messages, stored.outbox, peerReadUpTo, openedAt],
  );
  const newestOwn = messages.findLast(({ senderId }) => senderId === ownerId)?.id;
  const { showOlder, showNewest, hasOlder, olderFetching } = thread;
  const onNearTop = useCallback(() => {
    if (hasOlder && olderFetching === 'idle') showOlder();
  }, [hasOlder, olderFetching, showOlder]);
  const scroller = useScroller(messages.at(-1)?.id, messages[0]?.id, onNearTop);
  const { isAtNewest, toNewest } = scroller;
  const now = useNow();
  useMarkRead(messenger, stored, isAtNewest);
  useEffect(() => {
    if (sentCount > 0) toNewest();
  }, [sentCount, toNewest]);

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller.element}
        aria-label="Conversation"
        onKeyDown={moveBetweenMessages}
        className="thread-scroller h-full focus-visible:-outline-offset-2"
      >
        <ol className="mx-auto flex min-h-full w-full max-w-4xl shrink-0 flex-col justify-end pt-6 pb-4">
          <li className="flex justify-center">
            <div ref={scroller.top} />
            {olderFetching === 'loading' && (
              <Spinner label="Loading older messages" className="size-5 text-muted" />
            )}
            {olderFetching === 'failed' && (
              <RetryButton onRetry={showOlder}>{texts.messages.retryMessages}</RetryButton>
            )}
          </li>
          {items.map((item) => {
            if (item.kind === 'day') return <DayLine key={item.id} words={dayLabel(item.at, now)} />;
            if (item.kind === 'unread') return <UnreadLine key={item.id} />;
            const isOthers = conversation.key === 'global' && !item.isOwn;
            return (
              <MessageBubble
                key={item.id}
                item={item}
                sender={isOthers ? (members.get(item.senderId) ?? null) : null}
                isNewestOwn={item.id === newestOwn}
                actions={actions}
              />
            );
          })}
        </ol>
      </section>
      {!isAtNewest && (
        <ToNewest
          unread={conversation.unreadCount}
          onClick={() => {
            showNewest();
            toNewest();
          }}
        />
      )}
    </div>
  );
}

/** What is in view has been read. */
function useMarkRead(
  messenger: Messenger,
  { conversation, messages }: StoredThread,
  isAtNewest: boolean,
): void {
  const isVisible = usePageVisible();
  const { key, readUpTo } = conversation;
  const newest = messages.findLast(
    ({ order, senderId }) => !isPending(order) && senderId !== messenger.db.owner.id,
  );
  const upTo = newest !== undefined && newest.order > readUpTo ? newest.order : null;
  useEffect(() => {
    if (upTo === null || !isAtNewest || !isVisible) return;
    messenger.markRead(key, upTo).catch((error: unknown) => console.error('A read mark was not kept', error));
  }, [messenger, key, upTo, isAtNewest, isVisible]);
}

/** Up and down arrows go from message to message, once inside. */
function moveBetweenMessages(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const messages = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')];
  const at = messages.findIndex((message) => message.contains(document.activeElement));
  const next = at === -1 ? messages.at(-1) : messages[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function DayLine({ words }: { readonly words: string }) {
  return (
    <li className="thread-item flex justify-center pt-5 pb-1.5">
      <span className="rounded-full border bg-surface px-3 py-0.5 text-xs font-medium text-muted">
        {words}
      </span>
    </li>
  );
}

function UnreadLine() {
  return (
    <li className="flex items-center gap-3 px-5 pt-4 pb-1 text-xs font-medium text-muted">
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
      New
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
    </li>
  );
}

function ToNewest({ unread, onClick }: { readonly unread: number; readonly onClick: () => void }) {
  const words = `${unread} new`;
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute right-4 bottom-3 flex h-10 min-w-10 animate-rise items-center justify-center gap-1.5 rounded-full border border-line-strong bg-overlay px-3 text-sm font-medium shadow-overlay hover:border-muted"
    >
      <ArrowDown aria-hidden="true" className="size-4" />
      {unread > 0 ? words : <span className="sr-only">Jump to newest</span>}
    </button>
  );
}
