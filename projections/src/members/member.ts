import { manyLines, mediaUrl, shownName } from '@pmcw/contracts';
import { typesOf, type UserEvent } from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import { deleteRows, loadRows, type Table, type Transaction } from '../storage/table.ts';
import type { ProfilesTable, VerifiedColumns } from '../tables.ts';

export type UserRecord = Extract<ProductRecord, { type: UserEvent['type'] }>;
export type Registered = Extract<UserRecord, { type: 'UserRegistered' }>;

export type MemberColumns = Omit<ProfilesTable, 'username_key' | 'verified_at' | keyof VerifiedColumns>;

export type UserRecordOf<T extends UserRecord['type']> = Extract<UserRecord, { type: T }>;

/** The columns that each type of event changes. */
export type Patches<Columns> = {
  readonly [T in UserRecord['type']]?: (event: UserRecordOf<T>, row: Columns) => Partial<Columns>;
};

const patchOf = <Columns, T extends UserRecord['type']>(
  patches: Patches<Columns>,
  type: T,
  event: UserRecordOf<T>,
  row: Columns,
): Partial<Columns> => patches[type]?.(event, row) ?? {};

export const patched = <Columns, Row extends Columns>(
  patches: Patches<Columns>,
  row: Row,
  event: UserRecord,
): Row => ({ ...row, ...patchOf(patches, event.type, event, row) });

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

const memberPatches = {
  ProfileEdited: ({ data }, { username }) => ({
    full_name: shownName(data.fullName, username),
    bio: manyLines(data.bio),
  }),
  AvatarChanged: ({ data }) => ({ avatar_url: mediaUrl(data.mediaHash) }),
  BackgroundChanged: ({ data }) => ({ background_url: mediaUrl(data.mediaHash) }),
  UserVerified: () => ({ is_authorized: true }),
  UserUnverified: () => ({ is_authorized: false }),
  TokensSet: ({ data }) => ({ pmcw_tokens: data.pmcwTokens }),
  UserSuspended: () => ({ is_suspended: true }),
  UserUnsuspended: () => ({ is_suspended: false }),
  UserTypeChanged: ({ data }) => ({ user_type: data.userType }),
} satisfies Patches<MemberColumns>;

export const memberEventTypes = ['UserRegistered', 'UserDeleted', ...typesOf(memberPatches)] as const;

export const memberAfter = <Row extends MemberColumns>(row: Row, event: UserRecord): Row =>
  patched<MemberColumns, Row>(memberPatches, row, event);

export function userRecords(events: readonly ProductRecord[]): UserRecord[] {
  return events.filter((event): event is UserRecord => 'userId' in event.data);
}

export const ofTypes = <T extends UserRecord['type']>(
  events: readonly UserRecord[],
  types: readonly T[],
): UserRecordOf<T>[] =>
  events.filter((event): event is UserRecordOf<T> => types.some((type) => type === event.type));

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
  // Nothing comes before a registration, and most events of a long log may be registrations.
  for (const { type, data } of events) if (type === 'UserRegistered') ids.delete(data.userId);
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
