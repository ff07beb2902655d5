import { foldCase } from '@pmcw/contracts';
import { listDdl, listEventTypes, writeLists } from '../members/lists.ts';
import {
  foldMembers,
  memberAfter,
  memberEventTypes,
  registeredMember,
  type UserRecord,
  userRecords,
} from '../members/member.ts';
import { notVerified, verifiedAfter } from '../members/verified.ts';
import type { ReadModel } from '../runner/model.ts';
import { upsertRows } from '../storage/table.ts';
import { formerWallets, modelVersions, type ProfilesTable, profiles } from '../tables.ts';
import { writeFormerWallets } from './formerWallets.ts';

export function profileAfter(row: ProfilesTable | null, event: UserRecord): ProfilesTable | null {
  if (event.type === 'UserRegistered')
    return {
      ...registeredMember(event),
      ...notVerified,
      username_key: foldCase(event.data.username),
      verified_at: null,
    };
  if (row === null || event.type === 'UserDeleted') return null;
  const next = { ...memberAfter(row, event), ...verifiedAfter(row, memberAfter(row, event), event) };
  if (event.type === 'UserVerified') return { ...next, verified_at: new Date(event.metadata.time) };
  return event.type === 'UserUnverified' ? { ...next, verified_at: null } : next;
}

export const profilesModel: ReadModel = {
  name: 'profiles',
  version: modelVersions.profiles,
  types: [...memberEventTypes, ...listEventTypes],
  ddl: [profiles.ddl, formerWallets.ddl, ...listDdl],
  // Not unique: the vault's claims decide that, and several erased members share a placeholder.
  readerDdl: ['create index on profiles (username_key)'],
  async apply(tx, events) {
    const users = userRecords(events);
    const rows = await foldMembers(tx, profiles, users, profileAfter);
    await upsertRows(tx, profiles, [...rows.values()]);
    await writeFormerWallets(tx, users);
    await writeLists(tx, users);
  },
};
