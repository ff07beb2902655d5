import { isVisible } from '@pmcw/contracts';
import { CopyButton } from '../../../base/ui/CopyButton.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { isPeerDeleted } from '../../../device/offline/deletedMembers.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';

/** A text whose recipient is gone can only be copied. */
export function DraftToDeletedMember({
  db,
  conversation,
  text,
}: {
  readonly db: MemberDatabase;
  readonly conversation: ConversationKey;
  readonly text: string;
}) {
  const words = useWords(messages).draft;
  const isDeleted = useStored(() => isPeerDeleted(db, conversation), [db, conversation]) === true;
  if (!isDeleted || !isVisible(text)) return null;
  return (
    <div
      role="status"
      className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-48">{words.toDeleted}</p>
      <CopyButton size="sm" variant="secondary" text={text} texts={words.copying}>
        {words.copy}
      </CopyButton>
    </div>
  );
}
