import { Globe, type LucideIcon, UserRound } from 'lucide-react';
import { Avatar } from '../../../base/ui/Avatar.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { ConversationView } from './conversationList.ts';

export function ConversationFace({
  view,
  size,
}: {
  readonly view: Pick<ConversationView, 'key' | 'member'>;
  readonly size: number;
}) {
  if (view.key === 'global') return <SymbolFace icon={Globe} size={size} />;
  // A robot would look like that of a certain member.
  if (view.member === null || view.member.username === '') return <SymbolFace icon={UserRound} size={size} />;
  const { username, fullName, avatarUrl } = view.member;
  return <Avatar username={username} fullName={fullName} avatarUrl={avatarUrl} size={size} />;
}

function SymbolFace({ icon: Icon, size }: { readonly icon: LucideIcon; readonly size: number }) {
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 place-items-center rounded-full border border-line-strong bg-raised text-muted"
      style={{ width: size, height: size }}
    >
      <Icon style={{ width: size * 0.48, height: size * 0.48 }} strokeWidth={1.7} />
    </span>
  );
}

/** A deleted member is stored without a name. */
export function nameOf({ key, member }: Pick<ConversationView, 'key' | 'member'>): string {
  if (key === 'global') return currentWords(messages).globalChat;
  if (member === null) return currentWords(messages).unknownMember;
  return member.fullName || currentWords(messages).goneMember;
}
