import { signInMethodsFold } from '@pmcw/contracts/events';
import { accountAfter, accountEventTypes, registeredAccount } from '../members/account.ts';
import { foldMembers, type UserRecord, userRecords } from '../members/member.ts';
import { distinct, type ReadModel } from '../runner/model.ts';
import { upsertRows } from '../storage/table.ts';
import { type AccountsTable, accounts, modelVersions, signInMethods } from '../tables.ts';
import { writeSignInMethods } from './signInMethods.ts';

export function ownAccountAfter(row: AccountsTable | null, event: UserRecord): AccountsTable | null {
  if (event.type === 'UserRegistered') return registeredAccount(event);
  return row === null || event.type === 'UserDeleted' ? null : accountAfter(row, event);
}

export const accountsModel: ReadModel = {
  name: 'accounts',
  version: modelVersions.accounts,
  types: distinct(accountEventTypes, signInMethodsFold.types),
  ddl: [accounts.ddl, signInMethods.ddl],
  readerDdl: [],
  async apply(tx, events) {
    const users = userRecords(events);
    const rows = await foldMembers(tx, accounts, users, ownAccountAfter);
    await upsertRows(tx, accounts, [...rows.values()]);
    await writeSignInMethods(tx, users);
  },
};
