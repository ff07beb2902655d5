import {
  foldMembers,
  memberAfter,
  memberEventTypes,
  registeredMember,
  type UserRecord,
  userRecords,
} from '../members/member.ts';
import type { ReadModel } from '../runner/model.ts';
import { defineTable, upsertRows } from '../storage/table.ts';
import type { AccountsTable } from '../tables.ts';

const accounts = defineTable<AccountsTable>('accounts', ['member_id'], {
  member_id: 'integer',
  username: 'text not null',
  full_name: 'text not null',
  email: 'text not null',
  telegram_handle: 'text not null',
  bio: 'text not null',
  user_type: 'text not null',
  avatar_url: 'text',
  background_url: 'text',
  is_admin: 'boolean not null',
  is_authorized: 'boolean not null',
  is_suspended: 'boolean not null',
  pmcw_tokens: 'integer not null',
  created_at: 'timestamptz not null',
});

/** A member's account after an event; null before registration. */
export function accountAfter(row: AccountsTable | null, event: UserRecord): AccountsTable | null {
  if (event.type === 'UserRegistered') {
    const { email, telegramHandle } = event.data;
    return { ...registeredMember(event), email, telegram_handle: telegramHandle, is_admin: false };
  }
  if (row === null) return null;
  if (event.type === 'AdminGranted') return { ...row, is_admin: true };
  const next = memberAfter(row, event);
  return event.type === 'ProfileEdited' ? { ...next, telegram_handle: event.data.telegramHandle } : next;
}

/** Every member with all that the member may see of the account: what `GET /api/user` answers from. */
export const accountsModel: ReadModel = {
  name: 'accounts',
  version: 1,
  types: [...memberEventTypes, 'AdminGranted'],
  ddl: [accounts.ddl],
  readerDdl: [],
  async apply(tx, events) {
    const rows = await foldMembers(tx, accounts, userRecords(events), accountAfter);
    await upsertRows(tx, accounts, [...rows.values()]);
  },
};
