import type { AdminUsers } from '@pmcw/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { EmptyState } from '../../../base/ui/EmptyState.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { isBeyondEnd, Pagination } from '../../../base/ui/Pagination.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { Spinner } from '../../../base/ui/Spinner.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../base/ui/Tabs.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { common } from '../../../base/words/en/common.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { memberFilters } from '../address/adminState.ts';
import type { AdminAddress } from '../address/useAdminState.ts';
import { bulkItemOf } from '../bulk/bulkActions.ts';
import { SelectShown } from '../bulk/SelectBox.tsx';
import { SelectionBar } from '../bulk/SelectionBar.tsx';
import { type Selection, useSelection } from '../bulk/useSelection.ts';
import { memberKeys, memberListQuery } from '../requests/adminQueries.ts';
import { allMembers } from './allMembers.ts';
import { MemberSearch } from './MemberSearch.tsx';
import { MemberTable } from './MemberTable.tsx';
import { pageWindow } from './pageWindow.ts';

interface UsersViewProps {
  readonly address: AdminAddress;
}

/** Spec §2. */
export function UsersView({ address }: UsersViewProps) {
  const words = useWords(admin).users;
  const { state, change } = address;
  const queryClient = useQueryClient();
  const search = (query: string) => {
    change({ query });
    // Searching the same words again refetches.
    if (query === state.query) void queryClient.invalidateQueries({ queryKey: memberKeys.lists });
  };
  const filterBy = (chosen: string) => {
    const filter = memberFilters.find((candidate) => candidate === chosen);
    if (filter !== undefined) change({ filter });
  };
  return (
    <Tabs value={state.filter} onValueChange={filterBy} activationMode="manual">
      <div className="flex gap-3 max-lg:flex-col lg:items-center lg:justify-between">
        <div className="-mx-4 min-w-0 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:-mx-1 md:px-1">
          <TabsList
            aria-label={words.filters}
            className="w-max auto-cols-max gap-1.5 rounded-none border-transparent bg-transparent p-0!"
          >
            {memberFilters.map((filter) => (
              <TabsTrigger
                key={filter}
                value={filter}
                className="h-9 border px-3.5 hover:border-line-strong data-[state=active]:border-line-strong"
              >
                {words.filter[filter]}
              </TabsTrigger>
            ))}
          </TabsList>
        </div>
        <MemberSearch query={state.query} onSearch={search} />
      </div>
      <TabsContent value={state.filter} tabIndex={-1} className="pt-4">
        <MemberList address={address} />
      </TabsContent>
    </Tabs>
  );
}

function MemberList({ address }: UsersViewProps) {
  const words = useWords(admin);
  const { loading } = useWords(common);
  const formats = useFormats();
  const { state } = address;
  const { data, isError, isPlaceholderData, refetch } = useQuery(memberListQuery(state));
  const selection = useSelection(`${state.filter} ${state.query}`);
  const isShown = data !== undefined && !isPlaceholderData && !isBeyondEnd(data.pagination);
  return (
    <>
      <div className="mb-3 flex min-h-5 items-center gap-2 text-sm text-muted tabular-nums">
        <p role="status">
          {isShown &&
            words.users.showing(formats.number(data.users.length), formats.number(data.pagination.total))}
        </p>
        {data !== undefined && !isShown && <Spinner label={loading} className="size-4" />}
        {isShown && (
          <div className="ml-auto">
            <SelectShown selection={selection} items={data.users.map(bulkItemOf)} />
          </div>
        )}
      </div>
      {data !== undefined ? (
        <>
          <Members list={data} selection={selection} isStale={!isShown} address={address} />
          <SelectionBar
            selection={selection}
            kinds={['verify', 'suspend']}
            whole={{ count: data.pagination.total, load: () => allMembers(state) }}
          />
        </>
      ) : isError ? (
        <ErrorState title={words.errors.loading} onRetry={() => void refetch()} />
      ) : (
        <div className="grid min-h-96 place-items-center rounded-xl border bg-surface text-muted">
          <Spinner label={loading} className="size-8" />
        </div>
      )}
    </>
  );
}

interface MembersProps {
  readonly list: AdminUsers;
  readonly selection: Selection;
  readonly isStale: boolean;
  readonly address: AdminAddress;
}

function Members({ list: { users, pagination }, selection, isStale, address }: MembersProps) {
  const words = useWords(admin).users;
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={list} tabIndex={-1} className="scroll-mt-[calc(var(--shell-top)+3rem)]">
        {pagination.total === 0 ? (
          <EmptyState icon={SearchX} title={words.noneTitle} text={words.noneText}>
            <Button
              ref={passFocusOn}
              variant="secondary"
              onClick={() => address.change({ filter: 'all', query: '' })}
            >
              {words.showAll}
            </Button>
          </EmptyState>
        ) : (
          <MemberTable members={users} selection={selection} isStale={isStale} onDetails={address.openUser} />
        )}
      </div>
      <div className="mt-6">
        <Pagination
          page={pagination.page}
          totalPages={pagination.totalPages}
          list={list}
          marksOf={pageWindow}
          toPage={(page) => ({ search: address.searchOf({ page }) })}
        />
      </div>
    </>
  );
}
