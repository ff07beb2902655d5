import { caseStatuses, type ReportCase } from '@pmcw/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
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
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorState title={words.loading} onRetry={() => void list.refetch()} />
    ) : (
      <MemberItemsSkeleton />
    );
  }
  const cases = list.data.pages.flatMap((page) => page.items);
  if (cases.length === 0) return <EmptyState as="p" icon={Flag} title={words.none[status]} />;
  return (
    <>
      <ul className="divide-y divide-line rounded-xl border bg-surface">
        {cases.map((item) => (
          <Case key={item.id} item={item} onOpen={() => onOpen(item.id)} />
        ))}
      </ul>
      <LoadMore list={list} className="mt-4">
        {loadMore}
      </LoadMore>
    </>
  );
}

function Case({ item, onOpen }: { readonly item: ReportCase; readonly onOpen: () => void }) {
  const words = useWords(reportCases);
  const kind = words.kinds[item.kind];
  return (
    <MemberItem
      member={item.member}
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
