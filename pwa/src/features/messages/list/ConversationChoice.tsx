import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { install } from '../../../base/words/en/install/install.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { ConversationFace, nameOf } from '../conversations/ConversationFace.tsx';
import { namesakesAmong } from '../conversations/namesakes.ts';
import { Username } from '../conversations/Username.tsx';
import { useConversations } from '../conversations/useConversations.ts';
import { useCurrentMessenger } from '../engine/currentMessenger.ts';

const firstRows = 100;

interface ConversationChoiceProps {
  readonly label: string;
  readonly onChoose: (db: MemberDatabase, key: ConversationKey) => void;
}

export function ConversationChoice(props: ConversationChoiceProps) {
  const messenger = useCurrentMessenger();
  return messenger === null ? (
    <Skeleton className="h-20 rounded-lg" />
  ) : (
    <Choices {...props} db={messenger.db} />
  );
}

function Choices({ label, onChoose, db }: ConversationChoiceProps & { readonly db: MemberDatabase }) {
  const words = useWords(install).received;
  const [most, setMost] = useState(firstRows);
  const stored = useConversations(db, 'place', most);
  if (stored === undefined) return <Skeleton className="h-20 rounded-lg" />;
  const isNamesake = namesakesAmong(stored.withMembers.map(({ member }) => member));
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm font-medium">{label}</p>
      <ul aria-label={label} className="flex max-h-72 flex-col overflow-y-auto [scrollbar-width:thin]">
        {[stored.global, ...stored.withMembers].map((view) => (
          <li key={view.key}>
            <button
              type="button"
              onClick={() => onChoose(db, view.key)}
              className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-raised"
            >
              <ConversationFace view={view} size={32} />
              <bdi className="truncate">{nameOf(view)}</bdi>
              {isNamesake(view.member) && <Username username={view.member?.username ?? ''} />}
            </button>
          </li>
        ))}
      </ul>
      {stored.total > stored.withMembers.length && (
        <Button variant="secondary" size="sm" onClick={() => setMost(most * 2)}>
          {words.moreConversations}
        </Button>
      )}
      {stored.withMembers.length === 0 && (
        <p className="text-sm text-muted">
          {words.noConversations}{' '}
          <Link to="/directory" className="text-fg underline underline-offset-4">
            {words.directory}
          </Link>
        </p>
      )}
    </div>
  );
}
