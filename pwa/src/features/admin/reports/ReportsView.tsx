import { caseStatuses, type ReportCase } from '@pmcw/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { EmptyState } from '../../../base/ui/EmptyState.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { LoadMore } from '../../../base/ui/LoadMore.tsx';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { SegmentedControl } from '../../../base/ui/SegmentedControl.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { useWords } from '../../../base/words/words.ts';
import type { CaseStatus } from '../address/adminState.ts';
import type { AdminAddress } from '../address/useAdminState.ts';
import type { BulkItem } from '../bulk/bulkActions.ts';
import { SelectBox, SelectShown } from '../bulk/SelectBox.tsx';
import { SelectionBar, wholeListPages } from '../bulk/SelectionBar.tsx';
import { type Selection, useSelection } from '../bulk/useSelection.ts';
import { MemberItem, MemberItemsSkeleton } from '../members/MemberItem.tsx';
import { reportCasesQuery } from '../requests/adminQueries.ts';
import { CaseFacts } from './CaseFacts.tsx';

/** The queue of reports, and those that are decided. */
export function ReportsView({ address }: { readonly address: AdminAddress }) {
  const words = useWords(reportCases);
  const status = address.state.cases;
  return (
    <section aria-labelledby="report-cases" tabIndex={-1}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="report-cases" className="text-lg">
            {words.title}
          </h2>
          <p className="mt-0.5 max-w-prose text-sm text-muted">{words.text}</p>
        </div>
        <SegmentedControl
          label={words.status}
          segments={caseStatuses.map((value) => ({ value, label: words.statuses[value] }))}
          value={status}
          onValueChange={(cases) => address.change({ cases })}
        />
      </div>
      <div className="mt-4">
        <Cases key={status} status={status} onOpen={address.openCase} />
      </div>
    </section>
  );
}

interface CasesProps {
  readonly status: CaseStatus;
  readonly onOpen: (caseId: string) => void;
}

function Cases({ status, onOpen }: CasesProps) {
  const words = useWords(reportCases);
  const { loadMore } = useWords(admin);
  const list = useInfiniteQuery(reportCasesQuery(status));
  const selection = useSelection(status);
  const queryClient = useQueryClient();
  const allCases = async () => {
    const query = { ...reportCasesQuery(status), pages: wholeListPages };
    return (await queryClient.fetchInfiniteQuery(query)).pages.flatMap((page) => page.items.map(caseItem));
  };
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorState title={words.loading} onRetry={() => void list.refetch()} />
    ) : (
      <MemberItemsSkeleton />
    );
  }
  const cases = list.data.pages.flatMap((page) => page.items);
  const selectable = status === 'open' ? selection : null;
  return (
    <>
      {cases.length === 0 ? (
        <EmptyState as="p" icon={Flag} title={words.none[status]} />
      ) : (
        <CaseList cases={cases} selection={selectable} onOpen={onOpen} />
      )}
      <LoadMore list={list} className="mt-4">
        {loadMore}
      </LoadMore>
      {/* Its dialog stays open when the last case is closed. */}
      <SelectionBar
        selection={selection}
        kinds={['dismiss', 'suspendReported']}
        whole={list.hasNextPage ? { count: null, load: allCases } : null}
      />
    </>
  );
}

interface CaseListProps extends Pick<CasesProps, 'onOpen'> {
  readonly cases: readonly ReportCase[];
  /** Null for closed cases. */
  readonly selection: Selection | null;
}

function CaseList({ cases, selection, onOpen }: CaseListProps) {
  return (
    <>
      {selection !== null && (
        <div className="mb-2">
          <SelectShown selection={selection} items={cases.map(caseItem)} />
        </div>
      )}
      <ul className="divide-y divide-line rounded-xl border bg-surface">
        {cases.map((item) => (
          <Case key={item.id} item={item} selection={selection} onOpen={() => onOpen(item.id)} />
        ))}
      </ul>
    </>
  );
}

const caseItem = ({ id, member }: ReportCase): BulkItem => ({ id, name: member.fullName });

interface CaseProps extends Pick<CaseListProps, 'selection'> {
  readonly item: ReportCase;
  readonly onOpen: () => void;
}

function Case({ item, selection, onOpen }: CaseProps) {
  const words = useWords(reportCases);
  const kind = words.kinds[item.kind];
  return (
    <MemberItem
      member={item.member}
      {...(selection && { before: <SelectBox selection={selection} item={caseItem(item)} /> })}
      aside={
        <>
          {words.since} <RelativeTime at={item.openedAt} />
        </>
      }
      known={<CaseFacts item={item} />}
    >
      <Button
        size="sm"
        variant={item.status === 'open' ? 'primary' : 'secondary'}
        aria-label={words.caseOf(item.member.fullName, `${words.actions[item.status]}: ${kind}`)}
        onClick={onOpen}
      >
        {words.actions[item.status]}
      </Button>
    </MemberItem>
  );
}
