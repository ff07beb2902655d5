import { RowChanges } from '../storage/rowChanges.ts';
import { defineTable, type Transaction } from '../storage/table.ts';
import type { SocialLinksTable, WalletsTable } from '../tables.ts';
import type { UserRecord } from './member.ts';

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

/** Makes the tables `wallets` and `social_links`. */
export const listDdl = [wallets.ddl, socialLinks.ddl] as const;

/** The event types that `writeLists` knows. */
export const listEventTypes = [
  'WalletAdded',
  'WalletRemoved',
  'SocialLinkAdded',
  'SocialLinkRemoved',
] as const;

/** Writes what a run of events leaves of wallets and social links: four statements at most. */
export async function writeLists(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
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
  await walletChanges.write(tx);
  await socialChanges.write(tx);
}
