import { balanced, isMuted, isolated } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { CircleAlert, Clock3, Mic, Pencil } from 'lucide-react';
import { common } from '../../../base/words/en/common.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords, useWords } from '../../../base/words/words.ts';
import { arrivedCountMax } from '../../../device/offline/conversations.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { BlockItem } from '../contacts/lazyParts.ts';
import { ConversationFace, nameOf } from '../conversations/ConversationFace.tsx';
import type { ConversationView } from '../conversations/conversationList.ts';
import { MutedMark } from '../conversations/MutedMark.tsx';
import { relativeTime } from '../conversations/times.ts';
import { Username } from '../conversations/Username.tsx';
import { previewText } from '../engine/previewText.ts';
import { ConversationMenu } from './ConversationMenu.tsx';
import { SettingsItems } from './lazyItems.ts';

/** Row height including the gap after it, in rem. */
export const rowHeight = 4.125;

export function ConversationRow({
  view,
  isNamesake,
  ownerId,
  now,
  isOpen,
  onOpen,
}: {
  readonly view: ConversationView;
  /** Whether another conversation is with a member of the same name. */
  readonly isNamesake: boolean;
  readonly ownerId: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isOpen: boolean;
  readonly onOpen: (key: ConversationKey) => void;
}) {
  const { key, unreadCount, lastMessage } = view;
  const isSilent = isMuted(view.mutedUntil, now);
  // An open composer shows it.
  const draft = isOpen ? null : view.draft;
  const { member } = view;
  return (
    <div className="group/row relative">
      <button
        type="button"
        id={rowId(key)}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(key)}
        className={clsx(
          'flex h-16 w-full items-center gap-3 rounded-md px-3 text-left transition',
          isOpen ? 'bg-overlay' : 'hover:bg-raised',
        )}
      >
        <ConversationFace view={view} size={44} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline gap-2">
            <span className="flex min-w-0 flex-1 items-baseline gap-1.5">
              <bdi className="truncate text-sm font-semibold">{nameOf(view)}</bdi>
              {isNamesake && <Username username={view.member?.username ?? ''} />}
            </span>
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
              <UnsentMark state={view.unsent} />
              {draft !== null && <Pencil aria-hidden="true" className="size-3.5 shrink-0" />}
              {draft === null && lastMessage !== null && lastMessage.voice !== null && (
                <Mic aria-hidden="true" className="size-3.5 shrink-0" />
              )}
              <bdi className="truncate">{previewOf({ ...view, draft }, ownerId)}</bdi>
            </span>
            <MutedMark until={view.mutedUntil} now={now} />
            {unreadCount > 0 && <UnreadBadge count={unreadCount} isSilent={isSilent} />}
            {unreadCount === 0 && view.isMarkedUnread && <UnreadDot />}
          </span>
        </span>
      </button>
      {(key === 'global' || member !== null) && (
        <div className="absolute top-1/2 right-2 -translate-y-1/2 rounded-full border bg-float opacity-0 group-hover/row:opacity-100 focus-within:opacity-100 has-data-[state=open]:opacity-100 [@media(hover:none)]:hidden">
          <ConversationMenu peerId={member?.id ?? null}>
            {!view.isRequest && <SettingsItems conversation={key} settings={view} />}
            {member !== null && member.username !== '' && <BlockItem member={member} />}
          </ConversationMenu>
        </div>
      )}
    </div>
  );
}

export function rowId(key: ConversationKey): string {
  return `open-${key}`;
}

function previewOf({ key, lastMessage, lastSender, draft }: ConversationView, ownerId: number): string {
  const words = currentWords(messages);
  if (draft !== null) return words.draft.preview(balanced(draft));
  if (lastMessage === null) return key === 'global' ? words.globalChatAbout : words.noMessages;
  const text = balanced(previewText(lastMessage));
  if (lastMessage.senderId === ownerId) return words.you(text);
  return key === 'global' && lastSender !== null
    ? `${isolated(lastSender.fullName)}: ${isolated(text)}`
    : text;
}

function UnsentMark({ state }: { readonly state: ConversationView['unsent'] }) {
  const { delivery } = useWords(messages);
  if (state === null) return null;
  const Icon = state === 'failed' ? CircleAlert : Clock3;
  return (
    <>
      <Icon aria-hidden="true" className={clsx('size-3.5 shrink-0', state === 'failed' && 'text-danger')} />
      <span className="sr-only">{state === 'failed' ? delivery.failed : delivery.sending}</span>
    </>
  );
}

function UnreadDot() {
  const { menu } = useWords(messages);
  return (
    <span className="size-2.5 shrink-0 rounded-full bg-primary">
      <span className="sr-only">{menu.markedUnread}</span>
    </span>
  );
}

function UnreadBadge({ count, isSilent }: { readonly count: number; readonly isSilent: boolean }) {
  const { unread } = useWords(common);
  const shown = count < arrivedCountMax ? String(count) : `${arrivedCountMax - 1}+`;
  return (
    <span
      className={clsx(
        'grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-2xs font-semibold tabular-nums',
        isSilent ? 'bg-line-strong text-fg' : 'bg-primary text-on-primary',
      )}
    >
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{unread(shown)}</span>
    </span>
  );
}
