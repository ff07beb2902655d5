import type { AdminUser } from '@pmcw/contracts';
import { ShieldCheck } from 'lucide-react';
import { Avatar } from '../../../base/ui/Avatar.tsx';
import { Table, type TableColumn } from '../../../base/ui/Table.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { common } from '../../../base/words/en/common.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { bulkItemOf } from '../bulk/bulkActions.ts';
import { SelectBox } from '../bulk/SelectBox.tsx';
import type { Selection } from '../bulk/useSelection.ts';
import { memberStateOf, WhyLink } from '../history/WhyLink.tsx';
import { MemberRowActions } from './MemberRowActions.tsx';
import { MemberStatus } from './MemberStatus.tsx';

interface MemberTableProps {
  readonly selection: Selection;
  readonly members: readonly AdminUser[];
  /** These are the previous page's members. */
  readonly isStale: boolean;
  readonly onDetails: (username: string) => void;
}

export function MemberTable({ members, selection, isStale, onDetails }: MemberTableProps) {
  const { columns: headers } = useWords(admin).users;
  const { title } = useWords(admin).stats;
  const { accountTypes } = useWords(common);
  const formats = useFormats();
  const columns: readonly TableColumn<AdminUser>[] = [
    {
      key: 'user',
      header: headers.user,
      role: 'title',
      cell: (member) => (
        <Who member={member} selection={selection} onDetails={() => onDetails(member.username)} />
      ),
    },
    {
      key: 'email',
      header: headers.email,
      cell: ({ email }) => (
        <span title={email} className="block min-w-0 truncate text-muted lg:max-w-24 xl:max-w-46">
          {email}
        </span>
      ),
    },
    {
      key: 'wallets',
      header: headers.wallets,
      isNumeric: true,
      cell: ({ walletCount }) => (
        <span className={walletCount === 0 ? 'text-faint' : undefined}>{formats.number(walletCount)}</span>
      ),
    },
    {
      key: 'status',
      header: headers.status,
      cell: (member) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <MemberStatus member={member} />
          <WhyLink of={memberStateOf(member)} member={member} />
        </span>
      ),
    },
    {
      key: 'type',
      header: headers.type,
      cell: ({ userType }) => (
        <span title={accountTypes[userType]} className="block min-w-0 truncate lg:max-w-24 xl:max-w-27">
          {accountTypes[userType]}
        </span>
      ),
    },
    {
      key: 'joined',
      header: headers.joined,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap text-muted tabular-nums">
          {formats.date(createdAt)}
        </time>
      ),
    },
    {
      key: 'actions',
      header: headers.actions,
      role: 'actions',
      cell: (member) => <MemberRowActions member={member} onDetails={() => onDetails(member.username)} />,
    },
  ];
  return <Table caption={title} columns={columns} rows={members} keyOf={({ id }) => id} isStale={isStale} />;
}

interface WhoProps {
  readonly member: AdminUser;
  readonly selection: Selection;
  readonly onDetails: () => void;
}

function Who({ member, selection, onDetails }: WhoProps) {
  const { admin: adminBadge } = useWords(common);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <SelectBox selection={selection} item={bulkItemOf(member)} />
      <Avatar username={member.username} fullName={member.fullName} avatarUrl={member.avatarUrl} size={36} />
      <div className="min-w-0 lg:max-w-28 xl:max-w-42">
        <div className="flex items-center gap-1.5">
          <button
            type="button"
            onClick={onDetails}
            className="min-w-0 rounded-sm text-left font-medium underline-offset-4 hover:underline"
          >
            <bdi className="block truncate">{member.fullName}</bdi>
          </button>
          {member.isAdmin && (
            <ShieldCheck role="img" aria-label={adminBadge} className="size-4 shrink-0 text-gold" />
          )}
        </div>
        <div className="flex items-center gap-2">
          <p className="truncate text-xs text-muted">@{member.username}</p>
          {member.isAdmin && <WhyLink of="admin" member={member} />}
        </div>
      </div>
    </div>
  );
}
