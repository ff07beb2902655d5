import { foldCase } from '@pmcw/contracts';
import { provedOf, walletEventTypes, walletRecords } from '../members/lists.ts';
import {
  deletedMembers,
  foldMembers,
  memberAfter,
  memberEventTypes,
  registeredMember,
  removeMembers,
  type UserRecord,
  userRecords,
} from '../members/member.ts';
import {
  provedIndexDdl,
  SearchChanges,
  searchDdl,
  searchedOf,
  searchIndexDdl,
  searchOf,
} from '../members/search.ts';
import { notVerified, verifiedAfter, verifiedColumns } from '../members/verified.ts';
import type { ReadModel } from '../runner/model.ts';
import { RowChanges } from '../storage/rowChanges.ts';
import { defineTable, loadRows, type Transaction, upsertRows } from '../storage/table.ts';
import {
  type DirectoryMembersTable,
  type DirectoryWalletsTable,
  gramsOf,
  modelVersions,
  type SearchedTable,
} from '../tables.ts';

const members = defineTable<DirectoryMembersTable>('members', ['member_id'], {
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
  networks: 'text[] not null',
  has_proof: 'boolean not null',
  grams: 'text[] not null',
  created_at: 'timestamptz not null',
  position: 'bigint not null',
  verified_at: 'timestamptz',
  verified_position: 'bigint',
  ...verifiedColumns,
});

const wallets = defineTable<DirectoryWalletsTable>('wallets', ['member_id', 'wallet_id'], {
  member_id: 'integer',
  wallet_id: 'text collate "C"',
  network: 'text not null',
  scheme: 'text',
  position: 'bigint not null',
});

const readerDdl = [
  'create index on members (verified_position desc) where is_authorized and not is_suspended and name_changed_at is null and avatar_changed_at is null',
  ...searchIndexDdl,
  ...provedIndexDdl,
];

type Searched = Pick<DirectoryMembersTable, 'username' | 'full_name' | 'bio'>;

const foundBy = ({ username, full_name, bio }: Searched) => searchOf(username, full_name, bio);

const searchedCard = (row: DirectoryMembersTable | null): SearchedTable | null =>
  row === null || row.is_suspended ? null : searchedOf(row, foundBy(row));

export function cardAfter(
  row: DirectoryMembersTable | null,
  event: UserRecord,
): DirectoryMembersTable | null {
  const position = String(event.position);
  if (event.type === 'UserRegistered') {
    const member = registeredMember(event);
    const found = { username_key: foldCase(member.username), grams: gramsOf(foundBy(member)) };
    const unproved = { networks: [], has_proof: false, verified_at: null, verified_position: null };
    return { ...member, ...notVerified, ...found, ...unproved, position };
  }
  if (row === null || event.type === 'UserDeleted') return null;
  const next = { ...memberAfter(row, event), ...verifiedAfter(row, memberAfter(row, event), event) };
  switch (event.type) {
    case 'ProfileEdited':
      return { ...next, grams: gramsOf(foundBy(next)) };
    case 'UserVerified':
      return { ...next, verified_at: new Date(event.metadata.time), verified_position: position };
    case 'UserUnverified':
      return { ...next, verified_at: null, verified_position: null };
    default:
      return next;
  }
}

type WalletKey = Pick<DirectoryWalletsTable, 'member_id' | 'wallet_id'>;
const idOf = ({ member_id, wallet_id }: WalletKey): string => JSON.stringify([member_id, wallet_id]);

async function writeWallets(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<ReadonlyMap<number, string[]>> {
  const changes = new RowChanges(wallets, ['member_id', 'wallet_id']);
  const owners = new Set<number>();
  const listed = await loadProved(tx, events);
  for (const { type, data, position } of walletRecords(events)) {
    owners.add(data.userId);
    const key = { member_id: data.userId, wallet_id: data.walletId };
    if (type === 'WalletRemoved') {
      changes.remove(key);
      listed.delete(idOf(key));
      continue;
    }
    const row =
      type === 'WalletProved'
        ? listed.get(idOf(key))
        : { ...key, network: data.network, scheme: null, position: String(position) };
    if (row === undefined) continue;
    const next = { ...row, scheme: type === 'WalletAdded' ? null : data.scheme };
    changes.put(next);
    listed.set(idOf(key), next);
  }
  await changes.write(tx);
  await removeMembers(tx, wallets, deletedMembers(events));
  return networksOf(tx, [...owners]);
}

async function loadProved(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<Map<string, DirectoryWalletsTable>> {
  const keys = walletRecords(events).flatMap(({ type, data }) =>
    type === 'WalletProved' ? [{ member_id: data.userId, wallet_id: data.walletId }] : [],
  );
  return new Map((await loadRows(tx, wallets, keys)).map((row) => [idOf(row), row]));
}

async function networksOf(tx: Transaction, owners: readonly number[]): Promise<Map<number, string[]>> {
  const networks = new Map<number, string[]>(owners.map((owner) => [owner, []]));
  if (owners.length === 0) return networks;
  const listed = await tx.query<{ member_id: number; network: string }>(
    `select member_id, network from wallets where member_id = any($1)
     group by member_id, network order by member_id, min(wallet_id)`,
    [owners],
  );
  for (const { member_id, network } of listed.rows) networks.get(member_id)?.push(network);
  return networks;
}

export const directoryModel: ReadModel = {
  name: 'directory',
  version: modelVersions.directory,
  types: [...memberEventTypes, ...walletEventTypes],
  ddl: [members.ddl, wallets.ddl, ...searchDdl],
  readerDdl,
  async apply(tx, events) {
    const users = userRecords(events);
    const searches = new SearchChanges();
    const rows = await foldMembers(tx, members, users, (row, event) => {
      const next = cardAfter(row, event);
      searches.moved(searchedCard(row), searchedCard(next));
      return next;
    });
    const networksOfOwners = await writeWallets(tx, users);
    for (const [id, has_proof] of await provedOf(tx, users)) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const next = { ...row, networks: networksOfOwners.get(id) ?? [], has_proof };
      rows.set(id, next);
      searches.moved(searchedCard(row), searchedCard(next));
    }
    await upsertRows(tx, members, [...rows.values()]);
    await searches.write(tx);
  },
};
