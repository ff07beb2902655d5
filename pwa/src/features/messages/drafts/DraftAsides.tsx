import { Files, X } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import { dismissAside, insertAside } from './asides.ts';

interface DraftAsidesProps {
  readonly db: MemberDatabase;
  readonly conversation: ConversationKey;
}

export function DraftAsides({ db, conversation }: DraftAsidesProps) {
  const words = useWords(messages).draft;
  const texts = useStored(async () => (await db.draftAsides.get(conversation))?.texts, [db, conversation]);
  const orLog = (work: Promise<void>) =>
    void work.catch((error: unknown) =>
      console.error('The draft could not be changed on this device', error),
    );
  if (texts === undefined || texts.length === 0) return null;
  return (
    <ul aria-label={words.otherVersion} className="mb-2 flex flex-col gap-1.5">
      {texts.map((text) => (
        <li
          key={text}
          className="flex animate-appear items-center gap-2.5 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3.5"
        >
          <Files aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.8} />
          <span className="flex min-w-0 flex-1 flex-col text-sm">
            <span className="text-2xs font-medium text-muted">{words.otherVersion}</span>
            <bdi className="truncate">{text}</bdi>
          </span>
          <Button size="sm" variant="secondary" onClick={() => orLog(insertAside(db, conversation, text))}>
            {words.take}
          </Button>
          <IconButton
            label={words.dismiss}
            size="sm"
            onClick={() => orLog(dismissAside(db, conversation, text))}
          >
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
