import { Globe } from 'lucide-react';
import { Avatar } from '../../../base/ui/Avatar.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { ConversationView } from './useConversations.ts';

export function ConversationFace({
  view,
  size,
}: {
  readonly view: Pick<ConversationView, 'key' | 'member'>;
  readonly size: number;
}) {
  if (view.key === 'global') {
    return (
      <span
        aria-hidden="true"
        className="grid shrink-0 place-items-center rounded-full border border-line-strong bg-raised text-muted"
        style={{ width: size, height: size }}
      >
        <Globe style={{ width: size * 0.48, height: size * 0.48 }} strokeWidth={1.7} />
      </span>
    );
  }
  const { username, fullName, avatarUrl } = view.member ?? unknownFace;
  return <Avatar username={username} fullName={fullName} avatarUrl={avatarUrl} size={size} />;
}

const unknownFace = { username: '', fullName: '', avatarUrl: null } as const;

/** A deleted member is stored without a name. */
export function nameOf({ key, member }: Pick<ConversationView, 'key' | 'member'>): string {
  if (key === 'global') return currentWords(messages).globalChat;
  if (member === null) return currentWords(messages).unknownMember;
  return member.fullName || currentWords(messages).goneMember;
}
