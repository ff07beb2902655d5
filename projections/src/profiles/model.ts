import { foldCase } from '@pmcw/contracts';
import {
  foldMembers,
  memberAfter,
  memberEventTypes,
  registeredMember,
  type UserRecord,
  userRecords,
} from '../members/member.ts';
import type { ReadModel } from '../runner/model.ts';
import { RowChanges } from '../storage/rowChanges.ts';
import { defineTable, upsertRows } from '../storage/table.ts';
import type { ProfilesTable, SocialLinksTable, WalletsTable } from '../tables.ts';

const profiles = defineTable<ProfilesTable>('profiles', ['member_id'], {
  member_id: 'integer',
  username: 'text not null',
  username_key: 'text not null',
  full_name: 'text not null',
  bio: 'text not null',
  avatar_url: 'text',
  background_url: 'text',
  user_type: 'text not null',
  is_authorized: 'boolean not null',
  is_suspended: 'boolean not null',
  pmcw_tokens: 'integer not null',
  created_at: 'timestamptz not null',
});

const wallets = defineTable<WalletsTable>('wallets', ['member_id', 'wallet_id'], {
  member_id: 'integer',
  wallet_id: 'text',
  network: 'text not null',
  address: 'text not null',
  added_at: 'timestamptz not null',
  position: 'bigint not null',
});

const socialLinks = defineTable<SocialLinksTable>('social_links', ['member_id', 'social_id'], {
  member_id: 'integer',
  social_id: 'text',
  platform: 'text not null',
  username: 'text not null',
  position: 'bigint not null',
});

/** A member's profile after an event; null before registration. */
export function profileAfter(row: ProfilesTable | null, event: UserRecord): ProfilesTable | null {
  if (event.type === 'UserRegistered')
    return { ...registeredMember(event), username_key: foldCase(event.data.username) };
  return row && memberAfter(row, event);
}

/** What a run of events leaves of wallets and social links. */
export function listChanges(events: readonly UserRecord[]) {
  const walletChanges = new RowChanges(wallets, ['member_id', 'wallet_id']);
  const socialChanges = new RowChanges(socialLinks, ['member_id', 'social_id']);
  for (const { type, data, metadata, position } of events) {
    const place = { member_id: data.userId, position: String(position) };
    if (type === 'WalletAdded') {
      const { walletId, network, address } = data;
      walletChanges.put({
        ...place,
        wallet_id: walletId,
        network,
        address,
        added_at: new Date(metadata.time),
      });
    } else if (type === 'WalletRemoved') {
      walletChanges.remove({ member_id: data.userId, wallet_id: data.walletId });
    } else if (type === 'SocialLinkAdded') {
      const { socialId, platform, username } = data;
      socialChanges.put({ ...place, social_id: socialId, platform, username });
    } else if (type === 'SocialLinkRemoved') {
      socialChanges.remove({ member_id: data.userId, social_id: data.socialId });
    }
  }
  return { walletChanges, socialChanges };
}

/** Public profiles with wallets and social links, to be found by name. */
export const profilesModel: ReadModel = {
  name: 'profiles',
  version: 1,
  types: [...memberEventTypes, 'WalletAdded', 'WalletRemoved', 'SocialLinkAdded', 'SocialLinkRemoved'],
  ddl: [profiles.ddl, wallets.ddl, socialLinks.ddl],
  // Not unique: the vault's claims decide that, and several erased members replay under the same stand-in.
  readerDdl: ['create index on profiles (username_key)'],
  async apply(tx, events) {
    const users = userRecords(events);
    const rows = await foldMembers(tx, profiles, users, profileAfter);
    await upsertRows(tx, profiles, [...rows.values()]);
    const { walletChanges, socialChanges } = listChanges(users);
    await walletChanges.write(tx);
    await socialChanges.write(tx);
  },
};
