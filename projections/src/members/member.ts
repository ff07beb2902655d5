import type { UserEvent } from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import { loadRows, type Table, type Transaction } from '../storage/table.ts';
import type { ProfilesTable } from '../tables.ts';

/** An event of a `user-{id}` stream. */
export type UserRecord = Extract<ProductRecord, { type: UserEvent['type'] }>;
/** The first event of a member. */
export type Registered = Extract<UserRecord, { type: 'UserRegistered' }>;

/** The columns of a member that accounts, profiles and the directory have in common. */
export type MemberColumns = Omit<ProfilesTable, 'username_key'>;

/** The event types that `registeredMember` and `memberAfter` know. */
export const memberEventTypes = [
  'UserRegistered',
  'ProfileEdited',
  'UserVerified',
  'UserUnverified',
  'TokensSet',
  'UserSuspended',
  'UserUnsuspended',
  'UserTypeChanged',
] as const;

/** A member as registered (defaults: spec §3 "users"). */
export function registeredMember({ data, metadata }: Registered): MemberColumns {
  return {
    member_id: data.userId,
    username: data.username,
    full_name: data.fullName,
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
    case 'ProfileEdited':
      return { ...row, full_name: event.data.fullName, bio: event.data.bio };
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

/**
 * Folds events into the rows of the members they are about, and gives back those rows, not written yet.
 * An event of a member without a row (not registered, or gone) changes nothing unless `after` makes the row.
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
    const row = after(rows.get(event.data.userId) ?? null, event);
    if (row !== null) rows.set(row.member_id, row);
  }
  return rows;
}
