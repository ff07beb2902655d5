import { texts } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../accounts/session.tsx';
import { useTitle } from '../app/useTitle.ts';
import type { ConversationKey } from '../offline/keys.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ConversationList } from './ConversationList.tsx';
import { rowId } from './ConversationRow.tsx';
import { useCurrentMessenger } from './currentMessenger.ts';
import './messages.css';
import type { Messenger } from './messenger.ts';
import { ThreadPane } from './ThreadPane.tsx';
import { useConversations } from './useConversations.ts';
import { useSelected } from './useSelected.ts';
import { useVisibleHeight } from './useVisibleHeight.ts';

/** Private conversations and the global chat (spec §2 "Messages"). */
export default function MessagesScreen() {
  useTitle(texts.messages.heading);
  const { user, isLoading } = useSession();
  const messenger = useCurrentMessenger();
  if (user === null && !isLoading) return <AccessDenied />;
  if (messenger === null || messenger.db.owner.id !== user?.id) {
    return (
      <div className="shell-fill grid place-items-center text-muted">
        <Spinner label="Loading" className="size-8" />
      </div>
    );
  }
  return <Panes key={messenger.db.name} messenger={messenger} />;
}

/** The list and the open conversation: side by side, or one at a time on a telephone. */
function Panes({ messenger }: { readonly messenger: Messenger }) {
  const { key, select, backToList } = useSelected(messenger);
  const conversations = useConversations(messenger.db);
  const view = [conversations?.global, ...(conversations?.withMembers ?? [])].find(
    (each) => each?.key === key,
  );
  const visibleHeight = useVisibleHeight();
  useFocusOnReturn(key);
  return (
    <div className="shell-fill md:shell-width md:py-4" style={{ maxHeight: visibleHeight }}>
      <h1 className="sr-only">{texts.messages.heading}</h1>
      <div className="flex h-full overflow-hidden bg-surface md:rounded-xl md:border">
        <div
          className={clsx(
            'w-full shrink-0 md:w-80 md:border-r lg:w-88',
            view !== undefined && 'max-md:hidden',
          )}
        >
          <ConversationList messenger={messenger} openKey={key} onOpen={select} />
        </div>
        {view === undefined ? (
          <NothingOpen />
        ) : (
          <ThreadPane key={view.key} messenger={messenger} view={view} onBack={backToList} />
        )}
      </div>
    </div>
  );
}

/** Back in the list, the reader is where they left it. */
function useFocusOnReturn(key: ConversationKey | null): void {
  const last = useRef(key);
  useEffect(() => {
    if (key === null && last.current !== null) document.getElementById(rowId(last.current))?.focus();
    last.current = key;
  }, [key]);
}

function NothingOpen() {
  return (
    <div className="hidden flex-1 flex-col items-center justify-center gap-3 bg-canvas p-6 text-center md:flex">
      <MessagesSquare aria-hidden="true" className="size-8 text-faint" strokeWidth={1.5} />
      <p className="text-sm text-muted">Choose a conversation to read and write.</p>
    </div>
  );
}

function AccessDenied() {
  return (
    <div className="shell-width shell-fill flex flex-col items-center justify-center gap-6 text-center">
      <h1 className="max-w-sm text-xl">{texts.messages.accessDenied}</h1>
      <Button asChild>
        <Link to="/auth">{texts.messages.goToLogin}</Link>
      </Button>
    </div>
  );
}
