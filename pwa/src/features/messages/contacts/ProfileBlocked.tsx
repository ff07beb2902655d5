import type { StoredMember } from '../../../device/offline/database.ts';
import { BlockedNotice } from './BlockedNotice.tsx';
import { useIsBlocked } from './useIsBlocked.ts';

/** On the profile of a blocked member. */
export default function ProfileBlocked({ member }: { readonly member: StoredMember }) {
  if (!useIsBlocked(member.id)) return null;
  return (
    <div className="mx-4 mt-6 rounded-lg border bg-raised px-4 py-3 md:mx-5">
      <BlockedNotice member={member} />
    </div>
  );
}
