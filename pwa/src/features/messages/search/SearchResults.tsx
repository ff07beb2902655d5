import { searchWords } from '@pmcw/contracts';
import { SearchX } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Words } from '../../../base/words/catalogue.ts';
import { messages as messagesWords } from '../../../base/words/en/messages/messages.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase, StoredMember } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { ConversationFace } from '../conversations/ConversationFace.tsx';
import { EmptyList } from '../conversations/EmptyList.tsx';
import { nameAmong, namesakesAmong } from '../conversations/namesakes.ts';
import { relativeTime } from '../conversations/times.ts';
import { excerptOf } from './excerpt.ts';
import { type DeviceResults, type FoundConversation, foundMax, type MessagePlace } from './searchDevice.ts';
import { useSearch } from './useSearch.ts';

interface SearchResultsProps {
  readonly db: MemberDatabase;
  readonly query: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onOpen: (key: ConversationKey, at?: MessagePlace) => void;
}

export default function SearchResults({ db, query, now, onOpen }: SearchResultsProps) {
  const { globalChat, search: words } = useWords(messagesWords);
  const formats = useFormats();
  const found = useSearch(db, query, globalChat);
  const count = found === null ? 0 : found.conversations.length + found.messages.length;
  return (
    <div>
      <p role="status" className="sr-only">
        {found?.isDone === true ? words.found(formats.number(count)) : words.searching}
      </p>
      {found?.isDone === true && count === 0 && (
        <EmptyList icon={SearchX} title={words.none(query.trim())} text={words.noneText} />
      )}
      {found !== null && found.conversations.length > 0 && (
        <Group title={words.people}>
          {found.conversations.map((each) => (
            <ConversationResult key={each.key} found={each} onOpen={onOpen} />
          ))}
        </Group>
      )}
      {found !== null && found.messages.length > 0 && (
        <Group title={words.messages}>
          <MessageResults {...{ found, query, now, onOpen, ownerId: db.owner.id }} />
        </Group>
      )}
      {found !== null && found.messages.length === foundMax && (
        <p className="px-3 py-3 text-xs text-muted">{words.newest(formats.number(foundMax))}</p>
      )}
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pb-2">
      <h3 id={id} className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
        {title}
      </h3>
      <ul className="flex flex-col gap-0.5">{children}</ul>
    </section>
  );
}

function ConversationResult({
  found,
  onOpen,
}: {
  readonly found: FoundConversation;
  readonly onOpen: SearchResultsProps['onOpen'];
}) {
  const { globalChat, globalChatAbout, search: words } = useWords(messagesWords);
  const { key, member, isBegun } = found;
  const navigate = useNavigate();
  const open = () => {
    if (member === null || isBegun) onOpen(key);
    else void navigate(`/messages?user=${encodeURIComponent(member.username)}`);
  };
  return (
    <Result onOpen={open}>
      <ConversationFace view={{ key, member }} size={36} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate text-sm font-semibold">{member?.fullName ?? globalChat}</bdi>
        <span className="truncate text-xs text-muted">
          {member === null ? globalChatAbout : `@${member.username}`}
          {!isBegun && ` · ${words.met}`}
        </span>
      </span>
    </Result>
  );
}

function MessageResults({
  found,
  query,
  now,
  onOpen,
  ownerId,
}: {
  readonly found: DeviceResults;
  readonly query: string;
  readonly now: number;
  readonly onOpen: SearchResultsProps['onOpen'];
  readonly ownerId: number;
}) {
  const { search: words } = useWords(messagesWords);
  const wanted = searchWords(query) ?? [];
  const isNamesake = namesakesAmong(found.messages.flatMap(({ member, sender }) => [member, sender]));
  const shownName = (member: StoredMember | null) => member && nameAmong(member, isNamesake);
  return found.messages.map(({ message, member, sender }) => {
    const isOwn = message.senderId === ownerId;
    return (
      <Result key={message.id} onOpen={() => onOpen(message.conversation, message)}>
        <ConversationFace view={{ key: message.conversation, member }} size={36} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex items-baseline gap-2">
            <bdi className="min-w-0 flex-1 truncate text-xs font-medium text-muted">
              {whereOf(words, isOwn, shownName(member), shownName(sender) ?? '')}
            </bdi>
            <time dateTime={message.createdAt} className="text-xs text-faint tabular-nums">
              {relativeTime(message.createdAt, now)}
            </time>
          </span>
          <span dir="auto" className="line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
            {excerptOf(message.content, wanted).map((piece, i) =>
              piece.isFound ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in their order
                <mark key={i} className="bg-transparent font-semibold text-fg">
                  {piece.text}
                </mark>
              ) : (
                piece.text
              ),
            )}
          </span>
        </span>
      </Result>
    );
  });
}

/** @param peer null in the global chat */
function whereOf(
  words: Words['messages']['search'],
  isOwn: boolean,
  peer: string | null,
  sender: string,
): string {
  if (peer === null) return words.inGlobal(isOwn ? words.you : sender);
  return isOwn ? words.to(peer) : peer;
}

function Result({ children, onOpen }: { readonly children: ReactNode; readonly onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        data-result
        onClick={onOpen}
        onKeyDown={moveBetweenResults}
        className="flex w-full items-center gap-3 rounded-md px-3 py-2 text-left transition hover:bg-raised"
      >
        {children}
      </button>
    </li>
  );
}

function moveBetweenResults(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const results = [...document.querySelectorAll<HTMLElement>('[data-result]')];
  const at = results.indexOf(event.currentTarget);
  const next = event.key === 'ArrowDown' ? results[at + 1] : results[at - 1];
  event.preventDefault();
  if (at === 0 && next === undefined) document.querySelector<HTMLElement>('search input')?.focus();
  else next?.focus();
}
