import { clsx } from 'clsx';
import { Mic, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Avatar } from '../../../base/ui/Avatar.tsx';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase, StoredMember } from '../../../device/offline/database.ts';
import { mayHoldAddress } from '../../../members/addresses/candidates.ts';
import { MessageAddressNotes } from '../../../members/addresses/lazyNotes.tsx';
import { Username } from '../conversations/Username.tsx';
import { VoiceMessage } from '../voice/VoiceMessage.tsx';
import { DeliveryMark, isHeld } from './DeliveryMark.tsx';
import { FailedActions } from './FailedActions.tsx';
import { MessageAction } from './MessageAction.tsx';
import { focusMenuOf, MessageMenu } from './MessageMenu.tsx';
import { MessageText } from './MessageText.tsx';
import type { MessageActions } from './messageActions.ts';
import type { MessageItem } from './threadItems.ts';

export interface MessageBubbleProps {
  readonly db: MemberDatabase;
  readonly item: MessageItem;
  /** Null for own messages and if unknown. */
  readonly sender: StoredMember | null;
  /** The header names the sender. */
  readonly isPrivate: boolean;
  readonly isNamesake: boolean;
  /** The sender's username, with whose addresses those of the message are compared; null if unknown. */
  readonly author: string | null;
  /** Shows its delivery state in words. */
  readonly isNewestOwn: boolean;
  /** From a stranger, and not accepted: without links, and nothing is loaded. */
  readonly isRequest: boolean;
  readonly actions: MessageActions;
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const words = useWords(messages);
  const formats = useFormats();
  const { db, item, sender, isPrivate, isNamesake, author, isNewestOwn, isRequest, actions } = props;
  const { isOwn, isFirst, isLast, delivery } = item;
  const isFailed = delivery === 'failed';
  const face = isPrivate ? null : sender;
  return (
    <li
      tabIndex={-1}
      data-message={item.id}
      data-saving={delivery === 'saving' ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && isOwn && !isFailed) actions.askToDelete(item);
        if (event.key === 'Enter' && event.target === event.currentTarget) focusMenuOf(event);
      }}
      className={clsx(
        'message flex flex-col rounded-sm px-3 sm:px-5',
        isFirst ? 'pt-2.5' : 'pt-0.5',
        isOwn ? 'items-end' : 'items-start',
      )}
    >
      <div className="relative flex max-w-[min(36rem,84%)] items-end gap-1.5">
        {face !== null && <SenderFace sender={face} isShown={isLast} />}
        <div className={bubbleClass(item)}>
          {face !== null && isFirst && (
            <Link
              to={`/${face.username}`}
              className="mb-0.5 flex w-fit max-w-full items-baseline gap-1.5 text-xs font-semibold text-muted hover:text-fg"
            >
              <bdi className="truncate">{face.fullName}</bdi>
              {isNamesake && <Username username={face.username} />}
            </Link>
          )}
          <span className="sr-only select-none">{isOwn ? words.youSay : null}</span>
          {item.voice !== null && !isRequest && <VoiceMessage db={db} id={item.id} voice={item.voice} />}
          {item.voice !== null && isRequest && <UnloadedVoice />}
          {item.content !== '' && <MessageText content={item.content} isOwn={isOwn} isLinked={!isRequest} />}
          <span className="absolute right-3 bottom-1.5 flex items-center gap-1 text-2xs text-muted tabular-nums select-none">
            <time dateTime={item.createdAt}>{formats.timeOfDay(item.createdAt)}</time>
            {delivery !== null && <DeliveryMark state={delivery} />}
          </span>
        </div>
        {sender !== null && sender.username !== '' && (
          <MessageMenu
            message={{ id: item.id, content: item.content, sender, isPrivate }}
            report={actions.report}
          />
        )}
        {isOwn && !isFailed && (
          <IconButton
            label={words.deletion.label}
            size="sm"
            variant="danger"
            tabIndex={-1}
            aria-keyshortcuts="Delete"
            className="message-actions absolute top-1/2 right-full mr-1 -translate-y-1/2 transition-opacity"
            onClick={() => actions.askToDelete(item)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {author !== null && mayHoldAddress(item.content) && (
        <div className={clsx('max-w-[min(36rem,84%)] min-w-0', face !== null && 'pl-8.5')}>
          <MessageAddressNotes text={item.content} username={author} isOwn={isOwn} />
        </div>
      )}
      {isFailed && <FailedActions item={item} actions={actions} />}
      {delivery !== null && !isFailed && (isNewestOwn || isHeld(delivery)) && (
        <div className="flex min-h-6 items-center gap-x-1 text-2xs text-faint select-none">
          <p aria-hidden="true" className="pr-1">
            {words.delivery[delivery]}
          </p>
          {isNewestOwn && (delivery === 'network' || delivery === 'server') && (
            <MessageAction onClick={actions.sendNow}>{words.sendNow}</MessageAction>
          )}
        </div>
      )}
    </li>
  );
}, isSame);

function UnloadedVoice() {
  const { voiceMessage } = useWords(messages);
  return (
    <p className="flex items-center gap-2 pr-12">
      <Mic aria-hidden="true" className="size-4 shrink-0 text-muted" />
      {voiceMessage}
    </p>
  );
}

function SenderFace({ sender, isShown }: { readonly sender: StoredMember; readonly isShown: boolean }) {
  if (!isShown) return <span className="w-7 shrink-0" />;
  const { username, fullName, avatarUrl } = sender;
  return <Avatar username={username} fullName={fullName} avatarUrl={avatarUrl} size={28} />;
}

function bubbleClass({ isOwn, isFirst, isLast, delivery }: MessageItem): string {
  return clsx(
    'relative min-w-0 rounded-lg border px-3 py-1.5 text-sm leading-5.5 whitespace-pre-wrap [overflow-wrap:anywhere]',
    isOwn ? 'border-transparent bg-own-bubble' : 'bg-raised',
    isOwn && !isFirst && 'rounded-tr-[0.375rem]',
    isOwn && !isLast && 'rounded-br-[0.375rem]',
    !isOwn && !isFirst && 'rounded-tl-[0.375rem]',
    !isOwn && !isLast && 'rounded-bl-[0.375rem]',
    delivery === 'failed' && 'border-danger-line bg-danger-soft',
  );
}

/** By content: the database returns new objects with each read. */
function isSame(a: MessageBubbleProps, b: MessageBubbleProps): boolean {
  return (
    a.isNewestOwn === b.isNewestOwn &&
    a.isRequest === b.isRequest &&
    a.isPrivate === b.isPrivate &&
    a.sender?.username === b.sender?.username &&
    a.isNamesake === b.isNamesake &&
    a.author === b.author &&
    a.actions === b.actions &&
    a.sender?.fullName === b.sender?.fullName &&
    a.sender?.avatarUrl === b.sender?.avatarUrl &&
    a.item.id === b.item.id &&
    a.item.order === b.item.order &&
    a.item.createdAt === b.item.createdAt &&
    a.item.isFirst === b.item.isFirst &&
    a.item.isLast === b.item.isLast &&
    a.item.delivery === b.item.delivery &&
    a.item.reason === b.item.reason &&
    a.item.voice?.url === b.item.voice?.url &&
    a.item.voice?.peaks?.join() === b.item.voice?.peaks?.join()
  );
}
