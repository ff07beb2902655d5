import { ArrowLeft } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { lazySoon } from '../../../base/ui/lazyPart.tsx';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { toastError } from '../../../base/ui/toastError.ts';
import { useNow } from '../../../base/ui/useNow.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords, useWords } from '../../../base/words/words.ts';
import type { StoredConversation, StoredMember, StoredMessage } from '../../../device/offline/database.ts';
import { firstOrder } from '../../../device/offline/keys.ts';
import { isShownRequest } from '../../../device/offline/listing.ts';
import { editMessage } from '../../../device/offline/outbox/cancelling.ts';
import { retryMessage } from '../../../device/offline/outbox/claims.ts';
import { shownSettings } from '../../../device/offline/settings.ts';
import { Composer } from '../composer/Composer.tsx';
import { BlockedNotice } from '../contacts/BlockedNotice.tsx';
import { BlockItem } from '../contacts/lazyParts.ts';
import { RequestNotice } from '../contacts/RequestNotice.tsx';
import { ConversationFace, nameOf } from '../conversations/ConversationFace.tsx';
import type { ConversationView } from '../conversations/conversationList.ts';
import { MutedMark } from '../conversations/MutedMark.tsx';
import type { Messenger } from '../engine/messenger.ts';
import { ConversationMenu } from '../list/ConversationMenu.tsx';
import { SettingsItems } from '../list/lazyItems.ts';
import type { MessageActions } from '../message/messageActions.ts';
import type { MessageItem } from '../message/threadItems.ts';
import type { MessagePlace } from '../search/searchDevice.ts';
import { Announcements } from './Announcements.tsx';
import { ThreadMessages } from './ThreadMessages.tsx';
import { ThreadNotice } from './ThreadNotice.tsx';
import { SkeletonMessages } from './ThreadOpening.tsx';
import { type Thread, useThread } from './useThread.ts';

const DeleteMessageDialog = lazySoon(() => import('../message/DeleteMessageDialog.tsx'));

interface ThreadPaneProps {
  readonly onReport: MessageActions['report'];
  readonly messenger: Messenger;
  readonly view: Pick<ConversationView, 'key' | 'member'>;
  /** Null for the newest. */
  readonly at: MessagePlace | null;
  readonly onBack: () => void;
}

export function ThreadPane({ messenger, view, at, onBack, onReport }: ThreadPaneProps) {
  const { key } = view;
  const thread = useThread(messenger, key, at);
  const [sentCount, setSentCount] = useState(0);
  const [asked, setAsked] = useState<MessageItem | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  if (asked !== null && !wasAsked) setWasAsked(true);
  useEffect(() => {
    messenger.show(key);
    return () => messenger.show(null);
  }, [messenger, key]);
  const pane = useRef<HTMLElement>(null);
  const actions = useActions(messenger, setAsked, pane, onReport);
  const [isWide] = useState(() => window.matchMedia('(min-width: 48rem) and (min-height: 30rem)').matches);
  useEffect(() => {
    // Beside the list the composer gets focus; on a phone that would open the keyboard over the messages.
    if (!isWide) pane.current?.focus({ preventScroll: true });
  }, [isWide]);
  const { stored, shown } = thread;
  const isBlocked = stored?.conversation.isBlocked === true;
  const request = useRequest(stored?.conversation);
  const settings = stored === undefined ? null : shownSettings(stored.conversation);
  const now = useNow();
  useUnreadMarkRemoved(messenger, stored?.conversation);
  return (
    <section
      ref={pane}
      tabIndex={-1}
      data-thread-open
      aria-label={nameOf(view)}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col bg-canvas"
    >
      <ThreadHeader view={view} onBack={onBack}>
        {settings !== null && (
          <>
            <MutedMark until={settings.mutedUntil} now={now} />
            <ConversationMenu peerId={view.member?.id ?? null}>
              {request === null && (
                <SettingsItems conversation={key} settings={settings} onMarkedUnread={onBack} />
              )}
              {view.member !== null && view.member.username !== '' && <BlockItem member={view.member} />}
            </ConversationMenu>
          </>
        )}
      </ThreadHeader>
      <div className="relative flex min-h-0 flex-1 flex-col">
        <ThreadNotice messenger={messenger} thread={thread} />
        {shown === undefined || shown.messages.length === 0 || thread.isAwaitingMore ? (
          <NoMessages
            view={view}
            fetching={shown === undefined || thread.isAwaitingMore ? 'loading' : thread.fetching}
            thread={thread}
          />
        ) : (
          // Again once it is read, because it opens at the first unread message.
          <ThreadMessages
            key={stored === undefined ? 'saving' : 'stored'}
            {...{ messenger, thread, stored: shown, at, actions, sentCount }}
            isRequest={request !== null}
          />
        )}
      </div>
      {stored !== undefined && (
        <Announcements stored={stored} ownerId={messenger.db.owner.id} since={thread.openedAt} />
      )}
      {view.member !== null && (isBlocked || request !== null) ? (
        <div className="border-t bg-surface px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-5">
          {isBlocked && <BlockedNotice member={view.member} />}
          {!isBlocked && request !== null && (
            <RequestNotice
              {...{ messenger, member: view.member, onDeleted: onBack }}
              upTo={request.lastMessage?.order ?? firstOrder}
              onReport={reporting(request.lastMessage, view.member, onReport)}
            />
          )}
        </div>
      ) : (
        <Composer
          messenger={messenger}
          conversation={key}
          name={nameOf(view)}
          takesFocus={isWide && at === null}
          onSent={() => setSentCount((count) => count + 1)}
        />
      )}
      {wasAsked && (
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
      )}
    </section>
  );
}

/** Waits a frame, until a dialog has released focus. */
function focusIn(pane: RefObject<HTMLElement | null>, selector: string): void {
  requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>(selector)?.focus());
}

function useActions(
  messenger: Messenger,
  askToDelete: MessageActions['askToDelete'],
  pane: RefObject<HTMLElement | null>,
  report: MessageActions['report'],
): MessageActions {
  return useMemo(() => {
    const { db } = messenger;
    const toastFailure = (work: Promise<unknown>) =>
      void work.catch((error: unknown) => {
        toastError(currentWords(messages).toasts.sendFailed, error);
      });
    return {
      askToDelete,
      report,
      retry: (id) => toastFailure(retryMessage(db, id)),
      sendNow: () => toastFailure(messenger.sendNow()),
      edit: (id) => {
        focusIn(pane, 'textarea');
        toastFailure(editMessage(db, id));
      },
    };
  }, [messenger, askToDelete, pane, report]);
}

async function deleteMessage(messenger: Messenger, item: MessageItem): Promise<void> {
  try {
    await messenger.deleteMessage(item.id);
  } catch (error) {
    toastError(currentWords(messages).toasts.deleteFailed, error);
  }
}

function reporting(
  message: StoredMessage | null,
  sender: StoredMember,
  report: MessageActions['report'],
): (() => void) | null {
  return message && (() => report({ id: message.id, content: message.content, sender, isPrivate: true }));
}

/** Null if it is none; not one that arrives while the owner has the composer. */
function useRequest(conversation: StoredConversation | undefined): StoredConversation | null {
  const [hasComposer, setHasComposer] = useState(false);
  const isRequest = conversation !== undefined && isShownRequest(conversation);
  if (conversation !== undefined && !isRequest && !hasComposer) setHasComposer(true);
  return isRequest && !hasComposer ? conversation : null;
}

/** Opening a conversation that the owner had marked as unread removes the mark. */
function useUnreadMarkRemoved(messenger: Messenger, conversation: StoredConversation | undefined): void {
  const isRemoved = useRef(false);
  useEffect(() => {
    if (conversation === undefined || isRemoved.current) return;
    isRemoved.current = true;
    if (!shownSettings(conversation).isMarkedUnread) return;
    messenger
      .changeSettings(conversation.key, { isMarkedUnread: false })
      .catch((error: unknown) => console.error('The unread mark could not be removed', error));
  }, [messenger, conversation]);
}

function ThreadHeader({
  view,
  onBack,
  children,
}: Pick<ThreadPaneProps, 'view' | 'onBack'> & { readonly children: ReactNode }) {
  const words = useWords(messages);
  const { member } = view;
  const name = nameOf(view);
  const isNobody = member === null || member.username === '';
  return (
    <header className="flex h-16 shrink-0 items-center gap-2 border-b bg-surface px-2 md:px-5 short:h-13">
      <IconButton label={words.backToList} className="md:not-short:hidden" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
      </IconButton>
      <ConversationFace view={view} size={38} />
      <div className="ml-1 flex min-w-0 flex-1 flex-col">
        <h2 className="truncate text-sm leading-5 font-semibold">
          {isNobody ? (
            <bdi>{name}</bdi>
          ) : (
            <Link
              to={`/${member.username}`}
              className="block w-fit max-w-full truncate rounded-sm hover:underline"
              dir="auto"
            >
              {name}
            </Link>
          )}
        </h2>
        <p className="truncate text-xs text-muted">{aboutOf(view, words)}</p>
      </div>
      {children}
    </header>
  );
}

function aboutOf(
  { key, member }: ThreadPaneProps['view'],
  words: ReturnType<typeof useWords<'messages'>>,
): string {
  if (key === 'global') return words.globalChatAbout;
  if (member === null) return words.unknownMemberAbout;
  return member.username === '' ? words.goneMemberAbout : `@${member.username}`;
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
  const words = useWords(messages);
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 overflow-y-auto p-6 text-center">
      {fetching === 'loading' && <SkeletonMessages />}
      {fetching === 'failed' && (
        <RetryButton onRetry={() => void thread.retry()}>{words.retryMessages}</RetryButton>
      )}
      {fetching === 'done' && (
        <>
          <ConversationFace view={view} size={72} />
          <p className="text-sm font-medium">{words.noMessages}</p>
          <p className="max-w-64 text-sm wrap-anywhere text-muted">
            {view.key === 'global' ? words.helloEveryone : words.hello(nameOf(view))}
          </p>
        </>
      )}
    </div>
  );
}
