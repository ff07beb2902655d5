import { texts } from '@pmcw/contracts';
import { ArrowLeft } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { sentenceOf } from '../api/errors.ts';
import { cancel, edit, retry } from '../offline/outbox/queue.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { Announcements } from './Announcements.tsx';
import { Composer } from './Composer.tsx';
import { ConversationFace, nameOf } from './ConversationFace.tsx';
import { DeleteMessageDialog } from './DeleteMessageDialog.tsx';
import type { MessageActions } from './messageActions.ts';
import type { Messenger } from './messenger.ts';
import { RetryButton } from './RetryButton.tsx';
import { ThreadMessages } from './ThreadMessages.tsx';
import type { MessageItem } from './threadItems.ts';
import type { ConversationView } from './useConversations.ts';
import { useIsOffline } from './useIsOffline.ts';
import { type Thread, useThread } from './useThread.ts';

/** Props of `ThreadPane`. */
export interface ThreadPaneProps {
  readonly messenger: Messenger;
  readonly view: Pick<ConversationView, 'key' | 'member'>;
  readonly onBack: () => void;
}

/** An open conversation: who it is with, its messages, and where the next one is written. */
export function ThreadPane({ messenger, view, onBack }: ThreadPaneProps) {
  const { key } = view;
  const thread = useThread(messenger, key);
  const [sentCount, setSentCount] = useState(0);
  const [asked, setAsked] = useState<MessageItem | null>(null);
  const actions = useActions(messenger, setAsked);
  useEffect(() => {
    messenger.show(key);
    return () => messenger.show(null);
  }, [messenger, key]);
  const pane = useRef<HTMLElement>(null);
  const [isWide] = useState(() => window.matchMedia('(min-width: 48rem)').matches);
  useEffect(() => {
    // Beside the list, writing is next; on a telephone that would bring up the keyboard over what is to be read.
    if (!isWide) pane.current?.focus({ preventScroll: true });
  }, [isWide]);
  const { stored } = thread;
  return (
    <section
      ref={pane}
      tabIndex={-1}
      data-thread-open
      aria-label={nameOf(view)}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col bg-canvas"
    >
      <ThreadHeader view={view} onBack={onBack} />
      {stored === undefined || stored.messages.length === 0 ? (
        <NoMessages
          view={view}
          fetching={stored === undefined ? 'loading' : thread.fetching}
          thread={thread}
        />
      ) : (
        <>
          {thread.fetching === 'failed' && <FailedBar thread={thread} />}
          <ThreadMessages {...{ messenger, thread, stored, actions, sentCount }} />
        </>
      )}
      {stored !== undefined && (
        <Announcements stored={stored} ownerId={messenger.db.owner.id} since={thread.openedAt} />
      )}
      <OfflineBar messenger={messenger} />
      <Composer
        messenger={messenger}
        conversation={key}
        name={nameOf(view)}
        takesFocus={isWide}
        onSent={() => setSentCount((count) => count + 1)}
      />
      <DeleteMessageDialog
        item={asked}
        onClose={() => {
          setAsked(null);
          focusIn(pane, `[data-message="${asked?.id}"]`);
        }}
        onConfirm={(item) => {
          setAsked(null);
          focusIn(pane, 'textarea');
          void deleteMessage(messenger, item);
        }}
      />
    </section>
  );
}

/** Gives the keyboard back to something in the pane, once the dialog has let go of it. */
function focusIn(pane: RefObject<HTMLElement | null>, selector: string): void {
  requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>(selector)?.focus());
}

function useActions(messenger: Messenger, askToDelete: MessageActions['askToDelete']): MessageActions {
  return useMemo(() => {
    const { db } = messenger;
    const orToast = (work: Promise<unknown>) =>
      void work.catch((error: unknown) => {
        toast({ title: texts.messages.toasts.sendFailed, description: sentenceOf(error), tone: 'danger' });
      });
    return {
      askToDelete,
      retry: (id) => orToast(retry(db, id)),
      edit: (id) => orToast(edit(db, id)),
    };
  }, [messenger, askToDelete]);
}

/** What is still here is given up; what the server has is deleted there. */
async function deleteMessage(messenger: Messenger, item: MessageItem): Promise<void> {
  try {
    const isSent = item.delivery === 'sent' || item.delivery === 'seen';
    if (isSent) await messenger.deleteMessage(item.id);
    else await cancel(messenger.db, item.id);
  } catch (error) {
    toast({ title: texts.messages.toasts.deleteFailed, description: sentenceOf(error), tone: 'danger' });
  }
}

function ThreadHeader({ view, onBack }: Pick<ThreadPaneProps, 'view' | 'onBack'>) {
  const { member } = view;
  const name = nameOf(view);
  return (
    <header className="flex h-16 shrink-0 items-center gap-2 border-b bg-surface px-2 md:px-5">
      <IconButton label="Back to conversations" className="md:hidden" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
      </IconButton>
      <ConversationFace view={view} size={38} />
      <div className="ml-1 flex min-w-0 flex-col">
        <h2 className="truncate text-sm leading-5 font-semibold">
          {member === null ? (
            name
          ) : (
            <Link to={`/${member.username}`} className="rounded-sm hover:underline">
              {name}
            </Link>
          )}
        </h2>
        <p className="truncate text-xs text-muted">
          {member === null ? texts.messages.globalChatAbout : `@${member.username}`}
        </p>
      </div>
    </header>
  );
}

function NoMessages({
  view,
  fetching,
  thread,
}: {
  readonly view: ThreadPaneProps['view'];
  readonly fetching: Thread['fetching'];
  readonly thread: Thread;
}) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-y-auto p-6 text-center">
      {fetching === 'loading' && <SkeletonMessages />}
      {fetching === 'failed' && (
        <RetryButton onRetry={() => void thread.retry()}>{texts.messages.retryMessages}</RetryButton>
      )}
      {fetching === 'done' && (
        <>
          <ConversationFace view={view} size={72} />
          <p className="text-sm font-medium">{texts.messages.noMessages}</p>
          <p className="max-w-64 text-sm text-muted">
            {view.member === null ? 'Say hello to everyone.' : `Say hello to ${nameOf(view)}.`}
          </p>
        </>
      )}
    </div>
  );
}

function SkeletonMessages() {
  return (
    <div className="flex w-full max-w-4xl flex-1 flex-col justify-end gap-2">
      {['w-2/5', 'w-1/2', 'w-1/3 self-end', 'w-1/4', 'w-2/5 self-end'].map((width) => (
        <span key={width} className={`${width} max-w-full text-left`}>
          <Skeleton className="h-9 w-full rounded-lg" />
        </span>
      ))}
    </div>
  );
}

function FailedBar({ thread }: { readonly thread: Thread }) {
  return (
    <div className="flex shrink-0 justify-center border-b bg-surface p-2">
      <RetryButton onRetry={() => void thread.retry()}>{texts.messages.retryMessages}</RetryButton>
    </div>
  );
}

function OfflineBar({ messenger }: { readonly messenger: Messenger }) {
  const isOffline = useIsOffline(messenger);
  if (!isOffline) return null;
  return (
    <div className="flex shrink-0 animate-appear flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-t bg-surface px-4 py-2">
      <p className="text-xs text-muted">Messages will be sent when the connection is back.</p>
      <RetryButton onRetry={() => messenger.connect()}>{texts.messages.reconnect}</RetryButton>
    </div>
  );
}
