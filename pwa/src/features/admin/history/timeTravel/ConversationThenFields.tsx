import { type ConversationMoment, isolated, type PastMessage } from '@pmcw/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { history } from '../../../../base/words/en/admin/history.ts';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import { PastText } from './PastText.tsx';

interface ConversationThenFieldsProps {
  readonly moment: ConversationMoment;
}

/** How far each member had read, and the latest messages, newest first, with the event's changes marked. */
export function ConversationThenFields({ moment: { members, before, state } }: ConversationThenFieldsProps) {
  const words = useWords(timeTravel).conversation;
  const { aNumber } = useWords(history);
  const formats = useFormats();

  function nameOf(memberId: number): string {
    const username = members.find(({ id }) => id === memberId)?.username ?? null;
    return username === null ? `${aNumber(String(memberId))} [erased]` : `@${username}`;
  }
  const upTo = (position: string) =>
    position === '0' ? words.nothing : words.upTo(formats.number(Number(position)));
  const whatOf = ({ status, messageType, content }: PastMessage) =>
    status === 'deleted' || messageType === null
      ? words.deleted
      : `${words.kinds[messageType]} · ${isolated(content ?? '')}`;
  const readOf = ({ isRead }: PastMessage) => (isRead === null ? '' : isRead ? words.read : words.unread);

  return (
    <dl aria-label={words.fields} className="divide-y divide-line overflow-hidden rounded-lg border text-sm">
      {state.readUpTo.map(({ id, upTo: position }) => {
        const earlier = before.readUpTo.find((mark) => mark.id === id)?.upTo;
        return (
          <Row key={id} isChanged={position !== earlier} term={words.hasRead(nameOf(id))}>
            <PastText is={upTo(position)} was={earlier && upTo(earlier)} />
          </Row>
        );
      })}
      {state.messages.map((message) => {
        const earlier = before.messages.find(({ id }) => id === message.id);
        const [what, read] = [whatOf(message), readOf(message)];
        const [hadBeen, wasRead] = [earlier && whatOf(earlier), earlier && readOf(earlier)];
        return (
          <Row
            key={message.id}
            isChanged={what !== hadBeen || read !== wasRead}
            term={
              <>
                <span className="block truncate font-medium text-fg">{nameOf(message.senderId)}</span>
                <time dateTime={message.sentAt} className="block text-xs tabular-nums">
                  {formats.dateAndTime(message.sentAt)}
                </time>
              </>
            }
          >
            <PastText is={what} was={hadBeen} />
            {read !== '' && (
              <span className="text-xs text-muted">
                <PastText is={read} was={wasRead} />
              </span>
            )}
          </Row>
        );
      })}
    </dl>
  );
}

interface RowProps {
  readonly isChanged: boolean;
  readonly term: ReactNode;
  readonly children: ReactNode;
}

function Row({ isChanged, term, children }: RowProps) {
  return (
    <div
      data-change={isChanged ? 'changed' : 'same'}
      className={clsx(
        'grid min-h-10 gap-x-4 border-l-2 px-4 py-2.5 sm:grid-cols-[12rem_1fr]',
        isChanged ? 'border-l-primary bg-overlay' : 'border-l-transparent',
      )}
    >
      <dt className="min-w-0 text-muted">{term}</dt>
      <dd className="flex min-w-0 flex-col break-words">{children}</dd>
    </div>
  );
}
