import { foldCase } from '@pmcw/contracts';
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
import { SearchChanges, searchDdl, searchedOf, searchIndexDdl, searchOf } from '../members/search.ts';
import type { ReadModel } from '../runner/model.ts';
import { RowChanges } from '../storage/rowChanges.ts';
import { defineTable, type Transaction, upsertRows } from '../storage/table.ts';
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
  grams: 'text[] not null',
  created_at: 'timestamptz not null',
  position: 'bigint not null',
  verified_at: 'timestamptz',
  verified_position: 'bigint',
});

const wallets = defineTable<DirectoryWalletsTable>('wallets', ['member_id', 'wallet_id'], {
  member_id: 'integer',
  wallet_id: 'text collate "C"',
  network: 'text not null',
  position: 'bigint not null',
});

/** The lists and searches of the directory go through `searched`. */
const readerDdl = [
  'create index on members (verified_position desc) where is_authorized and not is_suspended',
  ...searchIndexDdl,
];

type Searched = Pick<DirectoryMembersTable, 'username' | 'full_name' | 'bio'>;

const foundBy = ({ username, full_name, bio }: Searched) => searchOf(username, full_name, bio);

/** A card as it is searched; the suspended are not found. */
const searchedCard = (row: DirectoryMembersTable | null): SearchedTable | null =>
  row === null || row.is_suspended ? null : searchedOf(row, foundBy(row));

/** A member's card after an event, its networks left alone; null before registration and after deletion. */
export function cardAfter(
  row: DirectoryMembersTable | null,
  event: UserRecord,
): DirectoryMembersTable | null {
  const position = String(event.position);
  if (event.type === 'UserRegistered') {
    const member = registeredMember(event);
    const found = { username_key: foldCase(member.username), grams: gramsOf(foundBy(member)) };
    return { ...member, ...found, networks: [], position, verified_at: null, verified_position: null };
  }
  if (row === null || event.type === 'UserDeleted') return null;
  const next = memberAfter(row, event);
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

/** Writes the wallets of a run of events and gives the networks of every member whose wallets changed. */
async function writeWallets(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<ReadonlyMap<number, string[]>> {
  const changes = new RowChanges(wallets, ['member_id', 'wallet_id']);
  const owners = new Set<number>();
  for (const { type, data, position } of events) {
    if (type !== 'WalletAdded' && type !== 'WalletRestored' && type !== 'WalletRemoved') continue;
    owners.add(data.userId);
    const key = { member_id: data.userId, wallet_id: data.walletId };
    if (type === 'WalletRemoved') changes.remove(key);
    else changes.put({ ...key, network: data.network, position: String(position) });
  }
  await changes.write(tx);
  await removeMembers(tx, wallets, deletedMembers(events));
  return networksOf(tx, [...owners]);
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

/** The cards of the directory, to be searched, filtered and sorted, and the featured members. */
export const directoryModel: ReadModel = {
  name: 'directory',
  version: modelVersions.directory,
  types: [...memberEventTypes, 'WalletAdded', 'WalletRemoved', 'WalletRestored'],
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
    for (const [id, networks] of await writeWallets(tx, users)) {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, networks });
    }
    await upsertRows(tx, members, [...rows.values()]);
    await searches.write(tx);
  },
};
