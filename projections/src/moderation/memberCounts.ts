import { addToRows, defineTable, type Transaction } from '../storage/table.ts';
import type { MemberCountsTable, ModerationMembersTable } from '../tables.ts';

/** See `MemberCountsTable`. */
export const memberCounts = defineTable<MemberCountsTable>(
  'member_counts',
  ['user_type', 'is_authorized', 'is_suspended'],
  {
    user_type: 'text',
    is_authorized: 'boolean',
    is_suspended: 'boolean',
    members: 'integer not null',
  },
);

/** By how much a run of events changes the counts of members. */
export class MemberCountChanges {
  readonly #changes = new Map<string, MemberCountsTable>();

  /** A member's row became another one. */
  moved(from: ModerationMembersTable | null, to: ModerationMembersTable | null): void {
    if (from !== null && to !== null && groupOf(from) === groupOf(to)) return;
    this.#add(from, -1);
    this.#add(to, 1);
  }

  /** Also writes changes that cancel each other out: which rows there are must not depend on how the log is cut. */
  async write(tx: Transaction): Promise<void> {
    await addToRows(tx, memberCounts, [...this.#changes.values()]);
  }

  #add(row: ModerationMembersTable | null, members: number): void {
    if (row === null) return;
    const { user_type, is_authorized, is_suspended } = row;
    const group = groupOf(row);
    const before = this.#changes.get(group)?.members ?? 0;
    this.#changes.set(group, { user_type, is_authorized, is_suspended, members: before + members });
  }
}

type Grouped = Omit<MemberCountsTable, 'members'>;

const groupOf = ({ user_type, is_authorized, is_suspended }: Grouped): string =>
  JSON.stringify([user_type, is_authorized, is_suspended]);
