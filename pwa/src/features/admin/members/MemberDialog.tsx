import type { AdminUser, AdminUserDetails } from '@pmcw/contracts';
import { foldCase, isolated } from '@pmcw/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isNotFoundError } from '../../../base/api/errors.ts';
import { Avatar } from '../../../base/ui/Avatar.tsx';
import { Badge } from '../../../base/ui/Badge.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../base/ui/Tabs.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { common } from '../../../base/words/en/common.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { PmcwEarnt } from '../../../members/look/PmcwEarnt.tsx';
import { TimeTravelButton } from '../history/timeTravel/TimeTravelButton.tsx';
import { memberStateOf, WhyLink, type WhyLinkProps } from '../history/WhyLink.tsx';
import { memberQuery } from '../requests/adminQueries.ts';
import { MemberActions } from './MemberActions.tsx';
import { MemberSocials, MemberWallets } from './MemberListings.tsx';
import { MemberStatus } from './MemberStatus.tsx';
import { cachedMember } from './memberCache.ts';

interface MemberDialogProps {
  /** Null closes the dialog. */
  readonly username: string | null;
  readonly onClose: () => void;
}

/** Spec §2 "Details dialog". */
export function MemberDialog({ username, onClose }: MemberDialogProps) {
  const [shown, setShown] = useState(username);
  // Keeps the content while the dialog closes.
  if (username !== null && username !== shown) setShown(username);
  return (
    <Dialog open={username !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {shown !== null && <MemberDialogContent key={shown} username={shown} onClose={onClose} />}
    </Dialog>
  );
}

function MemberDialogContent({
  username,
  onClose,
}: {
  readonly username: string;
  readonly onClose: () => void;
}) {
  const words = useWords(admin);
  const queryClient = useQueryClient();
  const { data, isError, error, refetch } = useQuery(memberQuery(username));
  const name = foldCase(username);
  const known = data ?? cachedMember(queryClient, (user) => foldCase(user.username) === name);
  return (
    <DialogContent
      title={known === null ? words.details.title : isolated(known.fullName)}
      // The first administrator has no email.
      description={[`@${known?.username ?? username}`, known?.email].filter(Boolean).join(' · ')}
      className="sm:max-w-xl"
      isInAddress
    >
      {data === undefined && isError ? (
        <ErrorState
          title={isNotFoundError(error) ? words.errors.noSuchMember : words.errors.loading}
          {...(isNotFoundError(error) ? {} : { onRetry: () => void refetch() })}
        />
      ) : (
        <>
          <Summary member={known} />
          <div className="min-h-9">{known !== null && <TimeTravelButton stream={`user-${known.id}`} />}</div>
          <Details member={data} onDeleted={onClose} />
        </>
      )}
    </DialogContent>
  );
}

function Summary({ member }: { readonly member: AdminUser | null }) {
  const words = useWords(admin).details;
  const { admin: adminBadge, accountTypes } = useWords(common);
  const formats = useFormats();
  if (member === null) return <Skeleton className="h-16" />;
  return (
    <div className="flex items-center gap-4">
      <Avatar username={member.username} fullName={member.fullName} avatarUrl={member.avatarUrl} size={56} />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap gap-1.5">
          <WithWhy of={memberStateOf(member)} member={member}>
            <MemberStatus member={member} />
          </WithWhy>
          {member.isAdmin && (
            <WithWhy of="admin" member={member}>
              <Badge tone="gold">
                <ShieldCheck aria-hidden="true" />
                {adminBadge}
              </Badge>
            </WithWhy>
          )}
          <Badge>{accountTypes[member.userType]}</Badge>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <WithWhy of="tokens" member={member}>
            <PmcwEarnt tokens={member.pmcwTokens} />
          </WithWhy>
          <time dateTime={member.createdAt}>{words.joined(formats.date(member.createdAt))}</time>
        </div>
      </div>
    </div>
  );
}

/** Keeps the question beside its subject on narrow screens. */
function WithWhy({ children, ...why }: WhyLinkProps & { readonly children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {children}
      <WhyLink {...why} />
    </span>
  );
}

interface DetailsProps {
  /** Undefined while loading. */
  readonly member: AdminUserDetails | undefined;
  readonly onDeleted: () => void;
}

function Details({ member, onDeleted }: DetailsProps) {
  const words = useWords(admin).details;
  const formats = useFormats();
  const labels = [
    { value: 'actions', label: words.tabs.actions, count: undefined },
    { value: 'wallets', label: words.tabs.wallets, count: member?.wallets.length },
    { value: 'socials', label: words.tabs.socials, count: member?.socials.length },
  ];
  return (
    <Tabs defaultValue="actions" className="min-h-124">
      <TabsList aria-label={words.tabsLabel}>
        {labels.map(({ value, label, count }) => (
          <TabsTrigger key={value} value={value} className="max-sm:px-1 sm:px-2">
            {label}
            {count !== undefined && (
              <span className="ml-1.5 font-normal text-faint tabular-nums">{formats.number(count)}</span>
            )}
          </TabsTrigger>
        ))}
      </TabsList>
      {member === undefined ? (
        // In the panels, because every tab must have one at any time.
        labels.map(({ value }) => (
          <TabsContent key={value} value={value}>
            <DetailsSkeleton />
          </TabsContent>
        ))
      ) : (
        <>
          {/* Stays mounted, to keep unsaved text and a link that is shown only once. */}
          <TabsContent forceMount value="actions" className="pt-5 data-[state=inactive]:hidden">
            <MemberActions member={member} onDeleted={onDeleted} />
          </TabsContent>
          <TabsContent value="wallets" className="pt-3">
            <MemberWallets member={member} />
          </TabsContent>
          <TabsContent value="socials" className="pt-3">
            <MemberSocials member={member} />
          </TabsContent>
        </>
      )}
    </Tabs>
  );
}

function DetailsSkeleton() {
  return (
    <Loading className="flex flex-col gap-4 pt-5">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-18" />
      <Skeleton className="h-40" />
    </Loading>
  );
}
