import { RowChanges } from '../storage/rowChanges.ts';
import { defineTable, type Transaction } from '../storage/table.ts';
import type { SocialLinksTable, WalletsTable } from '../tables.ts';
import { deletedMembers, removeMembers, type UserRecord } from './member.ts';

/** See `WalletsTable`. */
export const wallets = defineTable<WalletsTable>('wallets', ['member_id', 'wallet_id'], {
  member_id: 'integer',
  wallet_id: 'text collate "C"',
  network: 'text not null',
  address: 'text not null',
  added_at: 'timestamptz not null',
  position: 'bigint not null',
});

const socialLinks = defineTable<SocialLinksTable>('social_links', ['member_id', 'social_id'], {
  member_id: 'integer',
  social_id: 'text collate "C"',
  platform: 'text not null',
  username: 'text not null',
  position: 'bigint not null',
});

/** Makes the tables `wallets` and `social_links`. */
export const listDdl = [wallets.ddl, socialLinks.ddl] as const;

/** The event types that `writeLists` knows. */
export const listEventTypes = [
  'WalletAdded',
  'WalletRemoved',
  'WalletRestored',
  'SocialLinkAdded',
  'SocialLinkRemoved',
  'SocialLinkRestored',
] as const;

/** Writes what a run of events leaves of wallets and social links: four statements at most, and two more where members are deleted. */
export async function writeLists(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  const walletChanges = new RowChanges(wallets, ['member_id', 'wallet_id']);
  const socialChanges = new RowChanges(socialLinks, ['member_id', 'social_id']);
  for (const { type, data, metadata, position } of events) {
    const owner = { member_id: data.userId };
    const place = { ...owner, position: String(position) };
    if (type === 'WalletAdded' || type === 'WalletRestored') {
      const { walletId, network, address } = data;
      const addedAt = type === 'WalletAdded' ? metadata.time : data.addedAt;
      walletChanges.put({ ...place, wallet_id: walletId, network, address, added_at: new Date(addedAt) });
    } else if (type === 'WalletRemoved') {
      walletChanges.remove({ ...owner, wallet_id: data.walletId });
    } else if (type === 'SocialLinkAdded' || type === 'SocialLinkRestored') {
      const { socialId, platform, username } = data;
      socialChanges.put({ ...place, social_id: socialId, platform, username });
    } else if (type === 'SocialLinkRemoved') {
      socialChanges.remove({ ...owner, social_id: data.socialId });
    }
  }
  await walletChanges.write(tx);
  await socialChanges.write(tx);
  const deleted = deletedMembers(events);
  await removeMembers(tx, wallets, deleted);
  await removeMembers(tx, socialLinks, deleted);
}
