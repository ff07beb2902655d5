import type { AdminUser } from '@pmcw/contracts';
import { Ban } from 'lucide-react';
import { Badge } from '../../../base/ui/Badge.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { common } from '../../../base/words/en/common.ts';
import { useWords } from '../../../base/words/words.ts';
import { VerifiedBadge } from '../../../members/look/VerifiedBadge.tsx';

/** Suspended outranks verified and unverified (spec §2). */
export function MemberStatus({
  member,
}: {
  readonly member: Pick<AdminUser, 'isAuthorized' | 'isSuspended' | 'changedSinceVerification'>;
}) {
  const { suspended, verification } = useWords(admin);
  const { verified, unverified } = useWords(common);
  if (member.isSuspended) {
    return (
      <Badge tone="danger">
        <Ban aria-hidden="true" />
        {suspended}
      </Badge>
    );
  }
  if (!member.isAuthorized) return <Badge>{unverified}</Badge>;
  return (
    <>
      <Badge tone="gold">
        <span aria-hidden="true" className="inline-flex">
          <VerifiedBadge className="size-3.5" />
        </span>
        {verified}
      </Badge>
      {member.changedSinceVerification !== null && <Badge>{verification.changed}</Badge>}
    </>
  );
}
