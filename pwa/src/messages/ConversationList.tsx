import { texts } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ConversationKey } from '../offline/keys.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import type { Messenger } from './messenger.ts';
import { RetryButton } from './RetryButton.tsx';
import { useConversations } from './useConversations.ts';
import { useFailureToast } from './useFailureToast.ts';
import { useNow } from './useNow.ts';

/** How long the fetched list counts as fresh (spec §9). */
const staleMs = 60_000;

/** Who one can write to: the global chat, then the conversations, newest first. */
export function ConversationList({
  messenger,
  openKey,
  onOpen,
}: {
  readonly messenger: Messenger;
  readonly openKey: ConversationKey | null;
  readonly onOpen: (key: ConversationKey) => void;
}) {
  const stored = useConversations(messenger.db);
  const fetched = useQuery({
    queryKey: ['/api/messages/conversations', messenger.db.name],
    queryFn: () => messenger.refreshList().then(() => null),
    staleTime: staleMs,
  });
  const isEmpty = stored?.withMembers.length === 0;
  // While it is tried again, too.
  const hasFailed = fetched.errorUpdateCount > 0 && !fetched.isSuccess;
  useFailureToast(
    hasFailed && isEmpty ? fetched.errorUpdateCount : 0,
    texts.messages.toasts.conversationsFailed,
  );
  const now = useNow();
  const row = { ownerId: messenger.db.owner.id, now, onOpen };
  return (
    <section aria-labelledby="conversations" className="flex h-full min-h-0 flex-col">
      <div className="flex h-16 shrink-0 items-center justify-between gap-2 border-b px-5">
        <h2 id="conversations" className="text-lg font-semibold">
          {texts.messages.heading}
        </h2>
        <ConnectionIndicator messenger={messenger} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 [scrollbar-width:thin]">
        {stored !== undefined && (
          <ul className="flex flex-col gap-0.5">
            <ConversationRow view={stored.global} isOpen={openKey === 'global'} {...row} />
            {stored.withMembers.map((view) => (
              <ConversationRow key={view.key} view={view} isOpen={openKey === view.key} {...row} />
            ))}
          </ul>
        )}
        {isEmpty && fetched.isPending && !hasFailed && <SkeletonRows />}
        {isEmpty && fetched.isSuccess && <NoConversations />}
        {hasFailed && (
          <div className="flex justify-center p-4">
            <RetryButton onRetry={() => void fetched.refetch()}>
              {texts.messages.retryConversations}
            </RetryButton>
          </div>
        )}
      </div>
    </section>
  );
}

function SkeletonRows() {
  return (
    <div className="flex flex-col gap-0.5">
      {[62, 78, 50].map((width) => (
        <div key={width} className="flex items-center gap-3 px-3 py-2.5">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <span style={{ width: `${width}%` }}>
              <Skeleton className="h-3.5 w-full" />
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}

function NoConversations() {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <MessageCircle aria-hidden="true" className="mb-1 size-7 text-faint" strokeWidth={1.6} />
      <p className="text-sm font-medium">{texts.messages.noConversations}</p>
      <p className="text-sm text-muted">Find somebody in the directory and say hello.</p>
      <Button asChild variant="secondary" size="sm" className="mt-2">
        <Link to="/directory">Browse profiles</Link>
      </Button>
    </div>
  );
}
