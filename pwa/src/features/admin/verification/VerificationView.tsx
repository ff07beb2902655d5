import type { AdminUser, VerificationRequest } from '@pmcw/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { type MouseEvent, useRef, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { EmptyState } from '../../../base/ui/EmptyState.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { LoadMore } from '../../../base/ui/LoadMore.tsx';
import { neighbourOf } from '../../../base/ui/neighbourOf.ts';
import { isBeyondEnd, Pagination } from '../../../base/ui/Pagination.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';
import type { AdminAddress } from '../address/useAdminState.ts';
import { type BulkItem, bulkItemOf } from '../bulk/bulkActions.ts';
import { SelectBox, SelectShown } from '../bulk/SelectBox.tsx';
import { SelectionBar, wholeListPages } from '../bulk/SelectionBar.tsx';
import { type Selection, useSelection } from '../bulk/useSelection.ts';
import { MemberItem, MemberItemsSkeleton } from '../members/MemberItem.tsx';
import { useAuthorize } from '../members/memberMutations.ts';
import { pageWindow } from '../members/pageWindow.ts';
import { memberListQuery, openRequestsQuery } from '../requests/adminQueries.ts';
import { ChangedMembers } from './ChangedMembers.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { RequestWallets } from './RequestWallets.tsx';
import { useApprove } from './verificationMutations.ts';

const applicantItem = ({ userId, user }: VerificationRequest): BulkItem =>
  bulkItemOf({ id: userId, fullName: user.fullName });

interface VerificationViewProps {
  readonly address: AdminAddress;
}

/** Requests, then members who changed since their verification, then all other candidates (spec §2 "Verification"). */
export function VerificationView({ address }: VerificationViewProps) {
  const words = useWords(admin);
  const requests = useInfiniteQuery(openRequestsQuery);
  const selection = useSelection('requests');
  const queryClient = useQueryClient();
  const allApplicants = async () => {
    const { pages } = await queryClient.fetchInfiniteQuery({ ...openRequestsQuery, pages: wholeListPages });
    return pages.flatMap((page) => page.items.map(applicantItem));
  };
  if (requests.data === undefined) {
    return requests.isError ? (
      <ErrorState title={words.errors.loading} onRetry={() => void requests.refetch()} />
    ) : (
      <MemberItemsSkeleton />
    );
  }
  const open = requests.data.pages.flatMap((page) => page.items);
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="open-requests" tabIndex={-1}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="open-requests" className="text-lg">
            {words.verification.title}
          </h2>
          <SelectShown selection={selection} items={open.map(applicantItem)} />
        </div>
        <OpenRequests requests={open} selection={selection} />
        <LoadMore list={requests} className="mt-4">
          {words.loadMore}
        </LoadMore>
        <SelectionBar
          selection={selection}
          kinds={['verify', 'suspend']}
          whole={requests.hasNextPage ? { count: null, load: allApplicants } : null}
        />
      </section>
      <ChangedMembers />
      <Others address={address} haveAsked={new Set(open.map(({ userId }) => userId))} />
    </div>
  );
}

interface OpenRequestsProps {
  readonly requests: readonly VerificationRequest[];
  readonly selection: Selection;
}

function OpenRequests({ requests, selection }: OpenRequestsProps) {
  const words = useWords(admin).verification;
  const [rejected, setRejected] = useState<VerificationRequest | null>(null);
  if (requests.length === 0) {
    return <EmptyState as="p" icon={BadgeCheck} title={words.empty} className="mt-4" />;
  }
  return (
    <>
      <ul className="mt-4 divide-y divide-line rounded-xl border bg-surface">
        {requests.map((request) => (
          <OpenRequest
            key={request.id}
            request={request}
            selection={selection}
            onReject={() => setRejected(request)}
          />
        ))}
      </ul>
      {rejected !== null && (
        <RejectDialog key={rejected.id} request={rejected} onClose={() => setRejected(null)} />
      )}
    </>
  );
}

interface OpenRequestProps {
  readonly selection: Selection;
  readonly request: VerificationRequest;
  readonly onReject: () => void;
}

function OpenRequest({ request, selection, onReject }: OpenRequestProps) {
  const words = useWords(admin).verification;
  const approve = useApprove();
  const grant = ({ currentTarget }: MouseEvent) => {
    neighbourOf(currentTarget)?.focus();
    approve.mutate({ request });
  };
  const { user, message, createdAt, wallets } = request;
  return (
    <MemberItem
      member={user}
      before={<SelectBox selection={selection} item={applicantItem(request)} />}
      aside={
        <>
          {words.asked} <RelativeTime at={createdAt} />
        </>
      }
      message={message === '' ? words.noMessage : message}
      isMessageMissing={message === ''}
      known={<RequestWallets wallets={wallets} />}
    >
      <Button size="sm" variant="ghost" aria-label={words.rejectMember(user.fullName)} onClick={onReject}>
        {words.reject}
      </Button>
      <Button size="sm" aria-label={words.approveMember(user.fullName)} data-removes onClick={grant}>
        <BadgeCheck aria-hidden="true" />
        {words.approve}
      </Button>
    </MemberItem>
  );
}

interface OthersProps extends VerificationViewProps {
  readonly haveAsked: ReadonlySet<number>;
}

/** Unverified, unsuspended members without a request. Pages include those with one; renders nothing if empty. */
function Others({ address, haveAsked }: OthersProps) {
  const words = useWords(admin);
  const { page } = address.state;
  const list = useQuery(memberListQuery({ filter: 'unverified', query: '', page }));
  const shown = useRef<HTMLDivElement>(null);
  if (list.data === undefined) {
    return list.isError ? (
      <ErrorState title={words.errors.loading} onRetry={() => void list.refetch()} />
    ) : (
      <MemberItemsSkeleton />
    );
  }
  const members = list.data.users.filter(
    ({ id, isAuthorized, isSuspended }) => !isAuthorized && !isSuspended && !haveAsked.has(id),
  );
  const { pagination } = list.data;
  if (members.length === 0 && pagination.totalPages <= 1 && !isBeyondEnd(pagination)) return null;
  return (
    <section ref={passFocusOn} aria-labelledby="not-verified" aria-busy={list.isPlaceholderData}>
      <h2 id="not-verified" className="text-lg">
        {words.verification.othersTitle}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{words.verification.othersText}</p>
      <div ref={shown} tabIndex={-1} className="mt-4 scroll-mt-[calc(var(--shell-top)+6rem)]">
        {members.length === 0 ? (
          <p className="text-sm text-muted">{words.verification.noOthers}</p>
        ) : (
          <ul className="divide-y divide-line rounded-xl border bg-surface">
            {members.map((member) => (
              <Other key={member.id} member={member} />
            ))}
          </ul>
        )}
      </div>
      <div className="mt-6">
        <Pagination
          page={pagination.page}
          totalPages={pagination.totalPages}
          list={shown}
          marksOf={pageWindow}
          toPage={(next) => ({ search: address.searchOf({ page: next }) })}
        />
      </div>
    </section>
  );
}

function Other({ member }: { readonly member: AdminUser }) {
  const words = useWords(admin).verification;
  const authorize = useAuthorize();
  const verify = ({ currentTarget }: MouseEvent) => {
    neighbourOf(currentTarget)?.focus();
    authorize.mutate({ member, body: { isAuthorized: true } });
  };
  return (
    <MemberItem member={member}>
      <Button
        size="sm"
        variant="secondary"
        aria-label={words.approveMember(member.fullName)}
        data-removes
        onClick={verify}
      >
        {words.approve}
      </Button>
    </MemberItem>
  );
}
