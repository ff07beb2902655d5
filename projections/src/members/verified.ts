import type { VerifiedColumns } from '../tables.ts';
import type { MemberColumns, UserRecord } from './member.ts';

export const notVerified: VerifiedColumns = {
  verified_name: null,
  verified_avatar_url: null,
  name_changed_at: null,
  avatar_changed_at: null,
};

type Verified = MemberColumns & VerifiedColumns;

/**
 * A name or avatar changed back to the verified one counts as unchanged.
 * @param next the member after the event, by `memberAfter`
 */
export function verifiedAfter(row: Verified, next: MemberColumns, event: UserRecord): VerifiedColumns {
  const { verified_name, verified_avatar_url, name_changed_at, avatar_changed_at } = row;
  const before = { verified_name, verified_avatar_url, name_changed_at, avatar_changed_at };
  const changedAt = new Date(event.metadata.time);
  switch (event.type) {
    case 'UserVerified':
    case 'VerificationConfirmed':
      return next.is_authorized
        ? { ...notVerified, verified_name: next.full_name, verified_avatar_url: next.avatar_url }
        : notVerified;
    case 'UserUnverified':
      return notVerified;
    case 'ProfileEdited':
      if (!row.is_authorized || next.full_name === row.full_name) return before;
      return { ...before, name_changed_at: next.full_name === verified_name ? null : changedAt };
    case 'AvatarChanged':
      if (!row.is_authorized || next.avatar_url === row.avatar_url) return before;
      return { ...before, avatar_changed_at: next.avatar_url === verified_avatar_url ? null : changedAt };
    default:
      return before;
  }
}
