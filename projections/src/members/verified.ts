import { typesOf } from '@pmcw/contracts/events';
import type { VerifiedColumns } from '../tables.ts';
import type { MemberColumns, UserRecord } from './member.ts';

export const notVerified: VerifiedColumns = {
  verified_name: null,
  verified_avatar_url: null,
  name_changed_at: null,
  avatar_changed_at: null,
};

type Verified = MemberColumns & VerifiedColumns;

/** `next` is the member after the event, by `memberAfter`. */
type Case = (row: Verified, next: MemberColumns, at: Date) => Partial<VerifiedColumns>;
type CasesOfVerified = { readonly [T in UserRecord['type']]?: Case };

const confirmed: Case = (_, next) =>
  next.is_authorized
    ? { ...notVerified, verified_name: next.full_name, verified_avatar_url: next.avatar_url }
    : notVerified;

/** A name or avatar changed back to the verified one counts as unchanged. */
const verifiedCases = {
  UserVerified: confirmed,
  VerificationConfirmed: confirmed,
  UserUnverified: () => notVerified,
  ProfileEdited: (row, next, at) =>
    row.is_authorized && next.full_name !== row.full_name
      ? { name_changed_at: next.full_name === row.verified_name ? null : at }
      : {},
  AvatarChanged: (row, next, at) =>
    row.is_authorized && next.avatar_url !== row.avatar_url
      ? { avatar_changed_at: next.avatar_url === row.verified_avatar_url ? null : at }
      : {},
} satisfies CasesOfVerified;

export const verifiedEventTypes = typesOf(verifiedCases);

export function verifiedAfter(row: Verified, next: MemberColumns, event: UserRecord): VerifiedColumns {
  const { verified_name, verified_avatar_url, name_changed_at, avatar_changed_at } = row;
  const before = { verified_name, verified_avatar_url, name_changed_at, avatar_changed_at };
  const cases: CasesOfVerified = verifiedCases;
  return { ...before, ...cases[event.type]?.(row, next, new Date(event.metadata.time)) };
}
