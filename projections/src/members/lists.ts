import type { WalletProof } from '@pmcw/contracts';
import { restoredProof } from '@pmcw/contracts/events';
import { RowChanges } from '../storage/rowChanges.ts';
import { loadRows, type Transaction } from '../storage/table.ts';
import { socialLinks, type WalletsTable, wallets } from '../tables.ts';
import { deletedMembers, ofTypes, removeMembers, type UserRecord, type UserRecordOf } from './member.ts';

export const listDdl = [wallets.ddl, socialLinks.ddl] as const;

export const walletEventTypes = ['WalletAdded', 'WalletRemoved', 'WalletProved', 'WalletRestored'] as const;

const socialLinkEventTypes = ['SocialLinkAdded', 'SocialLinkRemoved', 'SocialLinkRestored'] as const;

export const listEventTypes = [...walletEventTypes, ...socialLinkEventTypes] as const;

type WalletRecord = UserRecordOf<(typeof walletEventTypes)[number]>;

export const walletRecords = (events: readonly UserRecord[]): WalletRecord[] =>
  ofTypes(events, walletEventTypes);

const keyOf = ({ data }: WalletRecord) => ({ member_id: data.userId, wallet_id: data.walletId });

const proofColumns = (proof: WalletProof | null) => ({
  statement: proof?.statement ?? null,
  signature: proof?.signature ?? null,
  scheme: proof?.scheme ?? null,
  proved_at: proof === null ? null : new Date(proof.provedAt),
});

function walletAfter(
  row: WalletsTable | null,
  event: Exclude<WalletRecord, { type: 'WalletRemoved' }>,
): WalletsTable | null {
  if (event.type === 'WalletProved') {
    return row && { ...row, ...proofColumns({ ...event.data, provedAt: event.metadata.time }) };
  }
  const { type, data, metadata } = event;
  return {
    ...keyOf(event),
    network: data.network,
    address: data.address,
    added_at: new Date(type === 'WalletAdded' ? metadata.time : data.addedAt),
    ...proofColumns(type === 'WalletAdded' ? null : restoredProof(data)),
  };
}

/** At most three statements, and one more if members are deleted. */
async function writeWallets(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  const records = walletRecords(events);
  const proved = records.filter(({ type }) => type === 'WalletProved').map(keyOf);
  const idOf = (key: Pick<WalletsTable, 'member_id' | 'wallet_id'>) =>
    JSON.stringify([key.member_id, key.wallet_id]);
  const listed = new Map((await loadRows(tx, wallets, proved)).map((row) => [idOf(row), row]));
  const changes = new RowChanges(wallets, ['member_id', 'wallet_id']);
  for (const event of records) {
    const key = keyOf(event);
    const row = event.type === 'WalletRemoved' ? null : walletAfter(listed.get(idOf(key)) ?? null, event);
    if (row === null) {
      listed.delete(idOf(key));
      changes.remove(key);
    } else {
      listed.set(idOf(key), row);
      changes.put(row);
    }
  }
  await changes.write(tx);
  await removeMembers(tx, wallets, deletedMembers(events));
}

/** At most two statements, and one more if members are deleted. */
async function writeSocialLinks(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  const changes = new RowChanges(socialLinks, ['member_id', 'social_id']);
  for (const { type, data } of ofTypes(events, socialLinkEventTypes)) {
    const key = { member_id: data.userId, social_id: data.socialId };
    if (type === 'SocialLinkRemoved') changes.remove(key);
    else {
      const { platform, username } = data;
      changes.put({ ...key, platform, username });
    }
  }
  await changes.write(tx);
  await removeMembers(tx, socialLinks, deletedMembers(events));
}

export async function writeLists(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  await writeWallets(tx, events);
  await writeSocialLinks(tx, events);
}

export async function provedOf(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<ReadonlyMap<number, boolean>> {
  const owners = new Set(walletRecords(events).map(({ data }) => data.userId));
  if (owners.size === 0) return new Map();
  const { rows } = await tx.query<{ member_id: number }>(
    'select distinct member_id from wallets where member_id = any($1) and scheme is not null',
    [[...owners]],
  );
  const proved = new Set(rows.map(({ member_id }) => member_id));
  return new Map([...owners].map((owner) => [owner, proved.has(owner)]));
}
