import { useState } from 'react';
import { Avatar } from '../../../base/ui/Avatar.tsx';
import { Button } from '../../../base/ui/Button.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { SettingsCard } from '../../../base/ui/SettingsCard.tsx';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase, StoredMember } from '../../../device/offline/database.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import { useCurrentMessenger } from '../engine/currentMessenger.ts';
import { setBlocked } from './blocking.ts';

const firstRows = 20;

/** On the dashboard; absent while no member is blocked. */
export default function BlockedMembersCard() {
  const words = useWords(contacts);
  const db = useCurrentMessenger()?.db;
  const [most, setMost] = useState(firstRows);
  const blocked = useStored(() => (db === undefined ? [] : readBlocked(db)), [db]) ?? [];
  // Stays after the last one, for focus.
  const [wasShown, setWasShown] = useState(false);
  if (blocked.length > 0 && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <SettingsCard title={words.card.title} description={words.card.description}>
      {blocked.length === 0 && <p className="text-sm text-muted">{words.card.none}</p>}
      <ul className="flex flex-col gap-1">
        {blocked.slice(0, most).map((member) => (
          <BlockedRow key={member.id} member={member} />
        ))}
      </ul>
      {blocked.length > most && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => setMost(most * 5)}>
          {words.card.more}
        </Button>
      )}
    </SettingsCard>
  );
}

function BlockedRow({ member }: { readonly member: StoredMember }) {
  const words = useWords(contacts);
  const { username, fullName, avatarUrl } = member;
  return (
    <li className="flex min-h-13 items-center gap-3">
      <Avatar username={username} fullName={fullName} avatarUrl={avatarUrl} size={36} />
      <Link to={`/${username}`} className="flex min-w-0 flex-1 flex-col rounded-sm hover:underline">
        <bdi className="truncate text-sm font-medium">{fullName}</bdi>
        <span className="truncate text-xs text-muted">@{username}</span>
      </Link>
      <Button
        ref={passFocusOn}
        variant="secondary"
        size="sm"
        aria-label={words.unblockMember(`@${username}`)}
        onClick={() => setBlocked(member, false)}
      >
        {words.unblock}
      </Button>
    </li>
  );
}

/** The latest first. */
async function readBlocked(db: MemberDatabase): Promise<readonly StoredMember[]> {
  const blocks = await db.blocks.where('shown').equals(1).toArray();
  const latest = blocks.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  const members = await db.members.bulkGet(latest.map(({ memberId }) => memberId));
  return members.filter((member) => member !== undefined);
}
