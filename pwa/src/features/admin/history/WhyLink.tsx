import type { AdminUser } from '@pmcw/contracts';
import { CircleHelp } from 'lucide-react';
import { Link } from '../../../base/ui/Link.tsx';
import { history } from '../../../base/words/en/admin/history.ts';
import { useWords } from '../../../base/words/words.ts';
import { adminSearch, adminStart } from '../address/adminState.ts';
import { historyStart } from '../address/historyState.ts';

/** The event types that may have caused each state. */
const causes = {
  verified: ['UserVerified'],
  unverified: ['UserUnverified', 'UserRegistered'],
  suspended: ['UserSuspended'],
  tokens: ['TokensSet', 'UserRegistered'],
  admin: ['AdminGranted'],
} as const;
type MemberState = keyof typeof causes;

export interface WhyLinkProps {
  readonly of: MemberState;
  readonly member: Pick<AdminUser, 'id' | 'fullName'>;
}

export const memberStateOf = (member: Pick<AdminUser, 'isAuthorized' | 'isSuspended'>): MemberState =>
  member.isSuspended ? 'suspended' : member.isAuthorized ? 'verified' : 'unverified';

/** "Why?": leads to the event in the history that caused a state. */
export function WhyLink({ of, member }: WhyLinkProps) {
  const words = useWords(history).why;
  const search = adminSearch({
    ...adminStart,
    view: 'history',
    history: { ...historyStart, target: String(member.id), types: causes[of], entry: 'newest' },
  });
  return (
    <Link
      to={{ search }}
      aria-label={words[of](member.fullName)}
      className="inline-flex min-h-6 items-center gap-1 rounded-sm text-xs text-muted underline-offset-4 hover:text-fg hover:underline"
    >
      <CircleHelp aria-hidden="true" className="size-3.5" />
      {words.label}
    </Link>
  );
}
