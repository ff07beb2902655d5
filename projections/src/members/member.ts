import { manyLines, mediaUrl, shownName } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import { deleteRows, loadRows, type Table, type Transaction } from '../storage/table.ts';
import type { ProfilesTable, VerifiedColumns } from '../tables.ts';

/** An event of a `user-{id}` stream. */
export type UserRecord = Extract<ProductRecord, { type: UserEvent['type'] }>;
/** The first event of a member. */
export type Registered = Extract<UserRecord, { type: 'UserRegistered' }>;

/** The columns of a member that accounts, profiles and the directory have in common. */
export type MemberColumns = Omit<ProfilesTable, 'username_key' | 'verified_at' | keyof VerifiedColumns>;

/** The event types that `registeredMember` and `memberAfter` know. */
export const memberEventTypes = [
  'UserRegistered',
  'ProfileEdited',
  'AvatarChanged',
  'BackgroundChanged',
  'UserVerified',
  'UserUnverified',
  'VerificationConfirmed',
  'TokensSet',
  'UserSuspended',
  'UserUnsuspended',
  'UserTypeChanged',
  'UserDeleted',
] as const;

/** A member as registered (defaults: spec §3 "users"). */
export function registeredMember({ data, metadata }: Registered): MemberColumns {
  return {
    member_id: data.userId,
    username: data.username,
    full_name: shownName(data.fullName, data.username),
    bio: '',
    avatar_url: null,
    background_url: null,
    user_type: data.userType,
    is_authorized: false,
    is_suspended: false,
    pmcw_tokens: 0,
    created_at: new Date(metadata.time),
  };
}

/** The common columns after an event that follows the registration. */
export function memberAfter<Row extends MemberColumns>(row: Row, event: UserRecord): Row {
  switch (event.type) {
    case 'ProfileEdited': {
      const { fullName, bio } = event.data;
      return { ...row, full_name: shownName(fullName, row.username), bio: manyLines(bio) };
    }
    case 'AvatarChanged':
      return { ...row, avatar_url: mediaUrl(event.data.mediaHash) };
    case 'BackgroundChanged':
      return { ...row, background_url: mediaUrl(event.data.mediaHash) };
    case 'UserVerified':
      return { ...row, is_authorized: true };
    case 'UserUnverified':
      return { ...row, is_authorized: false };
    case 'TokensSet':
      return { ...row, pmcw_tokens: event.data.pmcwTokens };
    case 'UserSuspended':
      return { ...row, is_suspended: true };
    case 'UserUnsuspended':
      return { ...row, is_suspended: false };
    case 'UserTypeChanged':
      return { ...row, user_type: event.data.userType };
    default:
      return row;
  }
}

/** Those of the events that belong to `user-{id}` streams. */
export function userRecords(events: readonly ProductRecord[]): UserRecord[] {
  return events.filter((event): event is UserRecord => 'userId' in event.data);
}

/** Those of the members whom the events delete. */
export function deletedMembers(events: readonly UserRecord[]): number[] {
  return events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []));
}

/** Removes all rows of members from a table of what they have; the table's key, or an index of it, begins with the member. */
export async function removeMembers<Row extends { member_id: number }>(
  tx: Transaction,
  { name }: Table<Row>,
  memberIds: readonly number[],
): Promise<void> {
  if (memberIds.length > 0) await tx.query(`delete from ${name} where member_id = any($1)`, [memberIds]);
}

/**
 * Folds events into the rows of the members they are about, and gives back those rows, not written yet; rows of members
 * for whom `after` leaves none are removed. An event of a member without a row (not registered, or gone) changes nothing
 * unless `after` makes the row.
 */
export async function foldMembers<Row extends { member_id: number }>(
  tx: Transaction,
  table: Table<Row>,
  events: readonly UserRecord[],
  after: (row: Row | null, event: UserRecord) => Row | null,
): Promise<Map<number, Row>> {
  const ids = new Set(events.map((event) => event.data.userId));
  const loaded = await loadRows(
    tx,
    table,
    [...ids].map((member_id) => ({ member_id })),
  );
  const rows = new Map(loaded.map((row) => [row.member_id, row]));
  for (const event of events) {
    const { userId } = event.data;
    const row = after(rows.get(userId) ?? null, event);
    if (row === null) rows.delete(userId);
    else rows.set(userId, row);
  }
  const gone = loaded.filter(({ member_id }) => !rows.has(member_id));
  await deleteRows(
    tx,
    table,
    gone.map(({ member_id }) => ({ member_id })),
  );
  return rows;
}
