import { foldCase } from '@pmcw/contracts';
import { typesOf } from '@pmcw/contracts/events';
import { listDdl, listEventTypes, writeLists } from '../members/lists.ts';
import {
  foldMembers,
  memberAfter,
  memberEventTypes,
  type Patches,
  patched,
  registeredMember,
  type UserRecord,
  userRecords,
} from '../members/member.ts';
import { notVerified, verifiedAfter, verifiedEventTypes } from '../members/verified.ts';
import { distinct, type ReadModel } from '../runner/model.ts';
import { upsertRows } from '../storage/table.ts';
import { formerWallets, modelVersions, type ProfilesTable, profiles } from '../tables.ts';
import { writeFormerWallets } from './formerWallets.ts';

const profilePatches = {
  UserVerified: ({ metadata }) => ({ verified_at: new Date(metadata.time) }),
  UserUnverified: () => ({ verified_at: null }),
} satisfies Patches<ProfilesTable>;

export function profileAfter(row: ProfilesTable | null, event: UserRecord): ProfilesTable | null {
  if (event.type === 'UserRegistered')
    return {
      ...registeredMember(event),
      ...notVerified,
      username_key: foldCase(event.data.username),
      verified_at: null,
    };
  if (row === null || event.type === 'UserDeleted') return null;
  const member = memberAfter(row, event);
  return patched<ProfilesTable, ProfilesTable>(
    profilePatches,
    { ...member, ...verifiedAfter(row, member, event) },
    event,
  );
}

export const profilesModel: ReadModel = {
  name: 'profiles',
  version: modelVersions.profiles,
  types: distinct(memberEventTypes, verifiedEventTypes, typesOf(profilePatches), listEventTypes),
  ddl: [profiles.ddl, formerWallets.ddl, ...listDdl],
  readerDdl: [
    // Not unique: the vault's claims decide that, and several erased members share a placeholder.
    'create index on profiles (username_key)',
    'create index on wallets (address, proved_at, added_at)',
  ],
  async apply(tx, events) {
    const users = userRecords(events);
    const rows = await foldMembers(tx, profiles, users, profileAfter);
    await upsertRows(tx, profiles, [...rows.values()]);
    await writeFormerWallets(tx, users);
    await writeLists(tx, users);
  },
};
