import { isVisible } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { lazyPane } from '../../../base/ui/lazyScreen.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { useNow } from '../../../base/ui/useNow.ts';
import { VirtualList } from '../../../base/ui/VirtualList.tsx';
import { messages as messagesWords } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import type { ListName } from '../conversations/conversationList.ts';
import { EmptyList } from '../conversations/EmptyList.tsx';
import { namesakesAmong } from '../conversations/namesakes.ts';
import { useConversations } from '../conversations/useConversations.ts';
import type { Messenger } from '../engine/messenger.ts';
import { useFailureToast } from '../engine/useFailureToast.ts';
import { SearchField } from '../search/SearchField.tsx';
import type { MessagePlace } from '../search/searchDevice.ts';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';
import { ConversationRow, rowHeight } from './ConversationRow.tsx';
import { RequestsRow } from './RequestsRow.tsx';

const SearchResults = lazyPane(() => import('../search/SearchResults.tsx'));

/** Rows that are read at first, and with each step. */
const firstRows = 60;
/** Spec §9. */
const staleMs = 60_000;

export function ConversationList({
  messenger,
  openKey,
  onOpen,
}: {
  readonly messenger: Messenger;
  readonly openKey: ConversationKey | null;
  readonly onOpen: (key: ConversationKey, at?: MessagePlace) => void;
}) {
  const words = useWords(messagesWords);
  const [most, setMost] = useState(firstRows);
  const [list, setList] = useState<ListName>('place');
  const stored = useDeferredValue(useConversations(messenger.db, list, most));
  const fetched = useQuery({
    queryKey: ['/api/messages/conversations', messenger.db.name],
    queryFn: () => messenger.refreshList().then(() => null),
    staleTime: staleMs,
  });
  const isEmpty = stored?.withMembers.length === 0;
  // Also while it is retried.
  const hasFailed = fetched.errorUpdateCount > 0 && !fetched.isSuccess;
  useFailureToast(hasFailed && isEmpty ? fetched.errorUpdateCount : 0, words.toasts.conversationsFailed);
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const isSearching = isVisible(query);
  const searchedFor = useDeferredValue(query);
  const isNamesake = namesakesAmong(stored?.withMembers.map(({ member }) => member) ?? []);
  const row = { ownerId: messenger.db.owner.id, now, onOpen };
  const requests = stored?.requests ?? 0;
  const isOfRequests = stored?.list === 'request';
  if (isOfRequests && requests === 0 && list === 'request') setList('place');
  return (
    <section tabIndex={-1} aria-labelledby="conversations" className="flex h-full min-h-0 flex-col">
      <div className="flex h-16 shrink-0 items-center justify-between gap-2 border-b px-5 shortest:hidden">
        <div className="flex min-w-0 items-center gap-1">
          {isOfRequests && (
            <IconButton
              ref={passFocusOn}
              label={words.backToList}
              className="-ml-2"
              onClick={() => setList('place')}
            >
              <ArrowLeft aria-hidden="true" />
            </IconButton>
          )}
          <h2 id="conversations" className="truncate text-lg font-semibold">
            {isOfRequests ? words.requests.heading : words.heading}
          </h2>
        </div>
        <ConnectionIndicator messenger={messenger} />
      </div>
      <SearchField query={query} onQuery={setQuery} onNear={SearchResults.preload} />
      <div
        ref={scroller}
        id="conversations-list"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 [scrollbar-width:thin]"
      >
        {isSearching && <SearchResults db={messenger.db} query={searchedFor} now={now} onOpen={onOpen} />}
        {stored !== undefined && !isSearching && (
          <VirtualList
            items={isOfRequests ? stored.withMembers : [stored.global, ...stored.withMembers]}
            total={isOfRequests ? stored.total : 1 + stored.total}
            onNeeded={(rows) => setMost((now) => Math.max(now, rows + firstRows))}
            keyOf={({ key }) => key}
            rowHeight={rowHeight}
            scroller={scroller}
            keep={openKey}
          >
            {(view) => (
              <ConversationRow
                view={view}
                isNamesake={isNamesake(view.member)}
                isOpen={openKey === view.key}
                {...row}
              />
            )}
          </VirtualList>
        )}
        {isEmpty && !isSearching && fetched.isPending && !hasFailed && <SkeletonRows />}
        {isEmpty && !isSearching && fetched.isSuccess && <NoConversations />}
        {hasFailed && !isSearching && (
          <div className="flex justify-center p-4">
            <RetryButton onRetry={() => void fetched.refetch()}>{words.retryConversations}</RetryButton>
          </div>
        )}
      </div>
      {requests > 0 && !isOfRequests && !isSearching && (
        <RequestsRow count={requests} onOpen={() => setList('request')} />
      )}
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
  const words = useWords(messagesWords);
  return (
    <EmptyList icon={MessageCircle} title={words.noConversations} text={words.findSomebody}>
      <Button asChild variant="secondary" size="sm" className="mt-2">
        <Link to="/directory">{words.browseProfiles}</Link>
      </Button>
    </EmptyList>
  );
}
