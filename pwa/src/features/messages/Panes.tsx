import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../base/words/en/messages/messages.ts';
import { useWords } from '../../base/words/words.ts';
import type { ConversationKey } from '../../device/offline/keys.ts';
import { ConversationList } from './list/ConversationList.tsx';
import { rowId } from './list/ConversationRow.tsx';
import './messages.css';
import { StorageNotice } from '../../device/offline/StorageNotice.tsx';
import { type OpenConversation, useConversation } from './conversations/useConversations.ts';
import type { Messenger } from './engine/messenger.ts';
import { useSelected } from './list/useSelected.ts';
import type { MessageActions } from './message/messageActions.ts';
import { StaleNotice } from './StaleNotice.tsx';
import { ThreadOpening } from './thread/ThreadOpening.tsx';
import { ThreadPane } from './thread/ThreadPane.tsx';
import { useVisibleHeight } from './useVisibleHeight.ts';

interface PanesProps {
  readonly messenger: Messenger;
  readonly onReport: MessageActions['report'];
}

/** The list and the open conversation: side by side, or one at a time on a phone. */
export default function Panes({ messenger, onReport }: PanesProps) {
  const { heading } = useWords(messages);
  const { key, at, isAskedFor, found, select, backToList } = useSelected(messenger);
  const stored = useConversation(messenger.db, key);
  const [lastSeen, setLastSeen] = useState<OpenConversation | null>(null);
  // Until the next one is read, `stored` is the previous conversation.
  if (typeof stored === 'object' && stored.key === key && stored !== lastSeen) setLastSeen(stored);
  // An open conversation that the browser removed stays open, with the text that is being written.
  const view = lastSeen?.key === key && stored !== 'gone' ? lastSeen : null;
  const isAwaited = key !== null && stored !== 'gone' && (stored !== 'missing' || key === found);
  const isOpening = view === null && (isAskedFor || isAwaited);
  const visibleHeight = useVisibleHeight();
  useFocusOnReturn(key);
  return (
    <div
      className="shell-fill pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)] md:not-short:shell-width md:not-short:py-4"
      style={{ maxHeight: visibleHeight }}
    >
      <h1 className="sr-only">{heading}</h1>
      <div className="flex h-full flex-col overflow-hidden bg-surface md:not-short:rounded-xl md:not-short:border">
        <StorageNotice />
        <StaleNotice />
        <div className="flex min-h-0 flex-1">
          <div
            className={clsx(
              'w-full shrink-0 md:w-80 md:border-r lg:w-88',
              (view !== null || isOpening) && 'max-md:hidden print:hidden',
            )}
          >
            <ConversationList messenger={messenger} openKey={key} onOpen={select} />
          </div>
          {isOpening ? (
            <ThreadOpening onBack={backToList} />
          ) : view === null ? (
            <NothingOpen />
          ) : (
            <ThreadPane
              key={`${view.key} ${at?.id}`}
              messenger={messenger}
              view={view}
              onReport={onReport}
              at={at}
              onBack={backToList}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function useFocusOnReturn(key: ConversationKey | null): void {
  const last = useRef(key);
  useEffect(() => {
    if (key === null && last.current !== null) rowOrSearch(last.current)?.focus();
    last.current = key;
  }, [key]);
}

/** The row is hidden during a search. */
function rowOrSearch(key: ConversationKey): HTMLElement | null {
  return document.getElementById(rowId(key)) ?? document.querySelector<HTMLElement>('search input');
}

function NothingOpen() {
  const words = useWords(messages);
  return (
    <div className="hidden flex-1 flex-col items-center justify-center gap-3 bg-canvas p-6 text-center md:flex">
      <MessagesSquare aria-hidden="true" className="size-8 text-faint" strokeWidth={1.5} />
      <p className="text-sm text-muted">{words.chooseConversation}</p>
    </div>
  );
}
