import { manyLines, mediaUrl, shownName } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import { deleteRows, loadRows, type Table, type Transaction } from '../storage/table.ts';
import type { ProfilesTable, VerifiedColumns } from '../tables.ts';

export type UserRecord = Extract<ProductRecord, { type: UserEvent['type'] }>;
export type Registered = Extract<UserRecord, { type: 'UserRegistered' }>;

export type MemberColumns = Omit<ProfilesTable, 'username_key' | 'verified_at' | keyof VerifiedColumns>;

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

/** Defaults: spec §3 "users". */
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

export function userRecords(events: readonly ProductRecord[]): UserRecord[] {
  return events.filter((event): event is UserRecord => 'userId' in event.data);
}

export function deletedMembers(events: readonly UserRecord[]): number[] {
  return events.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : []));
}

/** A key or index of the table must start with the member. */
export async function removeMembers<Row extends { member_id: number }>(
  tx: Transaction,
  { name }: Table<Row>,
  memberIds: readonly number[],
): Promise<void> {
  if (memberIds.length > 0) await tx.query(`delete from ${name} where member_id = any($1)`, [memberIds]);
}

/** Returns the unwritten rows, and deletes the rows for which `after` returns null. */
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
