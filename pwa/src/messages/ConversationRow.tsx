import { texts } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { CircleAlert, Clock3 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { arrivedCountMax } from '../offline/conversations.ts';
import type { ConversationKey } from '../offline/keys.ts';
import { ConversationFace, nameOf } from './ConversationFace.tsx';
import { relativeTime } from './times.ts';
import type { ConversationView } from './useConversations.ts';

/** A conversation in the list. */
export function ConversationRow({
  view,
  ownerId,
  now,
  isOpen,
  onOpen,
}: {
  readonly view: ConversationView;
  readonly ownerId: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isOpen: boolean;
  readonly onOpen: (key: ConversationKey) => void;
}) {
  const { key, unreadCount, lastMessage } = view;
  return (
    <li>
      <button
        type="button"
        id={rowId(key)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(key)}
        onKeyDown={moveBetweenRows}
        className={clsx(
          'flex w-full items-center gap-3 rounded-md px-3 py-2.5 text-left transition',
          isOpen ? 'bg-overlay' : 'hover:bg-raised',
        )}
      >
        <ConversationFace view={view} size={44} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate text-sm font-semibold">{nameOf(view)}</span>
            {lastMessage !== null && (
              <time dateTime={lastMessage.createdAt} className="text-xs text-faint tabular-nums">
                {relativeTime(lastMessage.createdAt, now)}
              </time>
            )}
          </span>
          <span className="flex h-5 items-center gap-2">
            <span
              className={clsx(
                'flex min-w-0 flex-1 items-center gap-1.5 text-sm',
                unreadCount > 0 ? 'text-fg' : 'text-muted',
              )}
            >
              <OnItsWay state={view.onItsWay} />
              <span className="truncate">{previewOf(view, ownerId)}</span>
            </span>
            {unreadCount > 0 && <UnreadBadge count={unreadCount} />}
          </span>
        </span>
      </button>
    </li>
  );
}

/** The element that opens a conversation. */
export function rowId(key: ConversationKey): string {
  return `open-${key}`;
}

/** Up and down arrows go from one conversation to the next. */
function moveBetweenRows(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = event.currentTarget.parentElement;
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  event.preventDefault();
  next?.querySelector('button')?.focus();
}

function previewOf({ key, lastMessage, lastSender }: ConversationView, ownerId: number): string {
  if (lastMessage === null)
    return key === 'global' ? texts.messages.globalChatAbout : texts.messages.noMessages;
  const words = lastMessage.content.replace(/\s+/g, ' ');
  if (lastMessage.senderId === ownerId) return `You: ${words}`;
  return key === 'global' && lastSender !== null ? `${lastSender.fullName}: ${words}` : words;
}

function OnItsWay({ state }: { readonly state: ConversationView['onItsWay'] }) {
  if (state === null) return null;
  const words = state === 'failed' ? texts.messages.delivery.failed : texts.messages.delivery.sending;
  const Icon = state === 'failed' ? CircleAlert : Clock3;
  return (
    <>
      <Icon aria-hidden="true" className={clsx('size-3.5 shrink-0', state === 'failed' && 'text-danger')} />
      <span className="sr-only">{words}</span>
    </>
  );
}

function UnreadBadge({ count }: { readonly count: number }) {
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-2xs font-semibold text-on-primary tabular-nums">
      {count < arrivedCountMax ? count : `${arrivedCountMax - 1}+`}
      <span className="sr-only"> unread</span>
    </span>
  );
}
