import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { Spinner } from '../../../base/ui/Spinner.tsx';
import { useNow } from '../../../base/ui/useNow.ts';
import { messages as messagesWords } from '../../../base/words/en/messages/messages.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useTimeZone } from '../../../base/words/timeZone.ts';
import { useWords } from '../../../base/words/words.ts';
import { isPending, type Order } from '../../../device/offline/keys.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { namesakesAmong } from '../conversations/namesakes.ts';
import { dayLabel } from '../conversations/times.ts';
import type { Messenger } from '../engine/messenger.ts';
import { BlockedMessage } from '../message/BlockedMessage.tsx';
import { copyTexts } from '../message/copyTexts.ts';
import { MessageBubble } from '../message/MessageBubble.tsx';
import type { MessageActions } from '../message/messageActions.ts';
import { threadItems } from '../message/threadItems.ts';
import type { MessagePlace } from '../search/searchDevice.ts';
import type { StoredThread } from './threadWindow.ts';
import { usePageVisible } from './usePageVisible.ts';
import { useScroller } from './useScroller.ts';
import type { Thread } from './useThread.ts';

interface ThreadMessagesProps {
  readonly messenger: Messenger;
  readonly thread: Thread;
  readonly stored: StoredThread;
  readonly at: MessagePlace | null;
  readonly actions: MessageActions;
  readonly isRequest: boolean;
  /** A change scrolls to the newest message. */
  readonly sentCount: number;
}

export function ThreadMessages(props: ThreadMessagesProps) {
  const { messenger, thread, stored, at, actions, isRequest, sentCount } = props;
  const words = useWords(messagesWords);
  const { conversation, messages, before, after, members, blocked } = stored;
  const ownerId = messenger.db.owner.id;
  const [openedAt] = useState<Order | null>(conversation.unreadCount > 0 ? conversation.readUpTo : null);
  const peerReadUpTo = conversation.key === 'global' ? null : conversation.peerReadUpTo;
  const timeZone = useTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another time zone, days start at other messages
  const items = useMemo(
    () => threadItems({ ownerId, messages, before, after, outbox: stored.outbox, peerReadUpTo, openedAt }),
    [ownerId, messages, before, after, stored.outbox, peerReadUpTo, openedAt, timeZone],
  );
  const isPrivate = conversation.key !== 'global';
  const hasNewer = after !== undefined;
  const newestOwn = hasNewer ? undefined : messages.findLast(({ senderId }) => senderId === ownerId)?.id;
  const { showOlder, showNewer, showNewest, hasOlder, olderFetching } = thread;
  const onNearTop = useCallback(() => {
    if (hasOlder && olderFetching === 'idle') showOlder();
  }, [hasOlder, olderFetching, showOlder]);
  const scroller = useScroller({
    messages,
    hasOlderHere: before !== undefined,
    hasNewer,
    onNearTop,
    onNearEnd: showNewer,
    onEnd: showNewest,
  });
  const { isAtNewest, toNewest } = scroller;
  const isNamesake = useMemo(() => namesakesAmong(members.values()), [members]);
  const ownName = rememberedUser()?.username ?? null;
  const now = useNow();
  // Otherwise the sender would learn that they were seen.
  useMarkRead(messenger, stored, isAtNewest && !isRequest);
  const showNewestInView = useCallback(() => {
    showNewest();
    toNewest();
  }, [showNewest, toNewest]);
  useAfterSending(sentCount, showNewestInView);
  useShown(scroller.list, at);

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller.element}
        aria-label={words.conversation}
        onCopy={copyTexts}
        onKeyDown={(event) => {
          moveBetweenMessages(event);
          if (event.key !== 'End' || event.target instanceof HTMLInputElement) return;
          event.preventDefault();
          showNewestInView();
        }}
        className="thread-scroller h-full pb-4 focus-visible:-outline-offset-2"
      >
        <div ref={scroller.track} className="relative min-h-full shrink-0">
          {/* Room for the highest `ThreadNotice`, always, so that nothing moves. */}
          <ol
            ref={scroller.list}
            className="absolute inset-x-0 bottom-0 mx-auto flex w-full max-w-4xl flex-col pt-24"
          >
            <li className="flex justify-center">
              <div ref={scroller.top} />
              {olderFetching === 'loading' && (
                <Spinner label={words.loadingOlder} className="size-5 text-muted" />
              )}
              {olderFetching === 'failed' && (
                <RetryButton onRetry={showOlder}>{words.retryMessages}</RetryButton>
              )}
            </li>
            {items.map((item) => {
              if (item.kind === 'day') return <DayLine key={item.id} words={dayLabel(item.at, now)} />;
              if (item.kind === 'unread') return <UnreadLine key={item.id} />;
              const sender = item.isOwn ? null : (members.get(item.senderId) ?? null);
              const Line = blocked.has(item.senderId) ? BlockedMessage : MessageBubble;
              return (
                <Line
                  key={item.id}
                  db={messenger.db}
                  item={item}
                  sender={sender}
                  isPrivate={isPrivate}
                  isNamesake={!isPrivate && isNamesake(sender)}
                  author={item.isOwn ? ownName : sender?.username || null}
                  isNewestOwn={item.id === newestOwn}
                  isRequest={isRequest}
                  actions={actions}
                />
              );
            })}
            <li ref={scroller.end} aria-hidden="true" />
          </ol>
        </div>
      </section>
      {!isAtNewest && <ToNewest unread={conversation.unreadCount} onClick={showNewestInView} />}
    </div>
  );
}

function useAfterSending(sentCount: number, onSent: () => void): void {
  const last = useRef(sentCount);
  useEffect(() => {
    if (last.current === sentCount) return;
    last.current = sentCount;
    onSent();
  }, [sentCount, onSent]);
}

/** Scrolls to the searched message, highlights it for a moment and moves focus to it. */
function useShown(list: RefObject<HTMLElement | null>, at: MessagePlace | null): void {
  const id = at?.id;
  useEffect(() => {
    const message = id && list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
    if (!message) return;
    message.scrollIntoView({ block: 'center' });
    message.focus({ preventScroll: true });
    message.dataset.found = '';
  }, [list, id]);
}

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
    messenger
      .markRead(key, upTo)
      .catch((error: unknown) => console.error('The read mark could not be stored on this device', error));
  }, [messenger, key, upTo, isAtNewest, isVisible]);
}

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
    <li className="flex justify-center pt-5 pb-1.5 select-none">
      <span className="rounded-full border bg-surface px-3 py-0.5 text-xs font-medium text-muted">
        {words}
      </span>
    </li>
  );
}

function UnreadLine() {
  const words = useWords(messagesWords);
  return (
    <li className="flex items-center gap-3 px-5 pt-4 pb-1 text-xs font-medium text-muted select-none">
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
      {words.new}
      <span aria-hidden="true" className="h-px flex-1 bg-line-strong" />
    </li>
  );
}

function ToNewest({ unread, onClick }: { readonly unread: number; readonly onClick: () => void }) {
  const words = useWords(messagesWords);
  const formats = useFormats();
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute right-4 bottom-3 flex h-10 min-w-10 animate-rise items-center justify-center gap-1.5 rounded-full border border-line-strong bg-float px-3 text-sm font-medium shadow-overlay hover:border-muted"
    >
      <ArrowDown aria-hidden="true" className="size-4" />
      {unread > 0 ? (
        words.newCount(formats.number(unread))
      ) : (
        <span className="sr-only">{words.jumpToNewest}</span>
      )}
    </button>
  );
}
