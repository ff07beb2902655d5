import { conversationOf, globalConversation, type HistoryEntry } from '@pmcw/contracts';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useWords } from '../../../../base/words/words.ts';
import { ConversationThen } from './ConversationThen.tsx';
import { LookBackDialog } from './LookBackDialog.tsx';

/** Renders nothing for entries outside of conversations. */
export function ConversationThenButton({ entry }: { readonly entry: HistoryEntry }) {
  const words = useWords(timeTravel).conversation;
  const conversation = conversationOf(entry.facts);
  if (conversation === null) return null;
  const isGlobal = conversation === globalConversation;
  return (
    <LookBackDialog
      button={isGlobal ? words.globalButton : words.button}
      title={isGlobal ? words.globalButton : words.button}
      text={words.text}
    >
      <ConversationThen conversation={conversation} at={entry.position} />
    </LookBackDialog>
  );
}
