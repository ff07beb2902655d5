import { foldCase } from '@pmcw/contracts';
import { typesOf } from '@pmcw/contracts/events';
import { provedOf, walletEventTypes, walletRecords } from '../members/lists.ts';
import {
  deletedMembers,
  foldMembers,
  memberAfter,
  memberEventTypes,
  type Patches,
  patched,
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
import { notVerified, verifiedAfter, verifiedEventTypes } from '../members/verified.ts';
import { distinct, type ReadModel } from '../runner/model.ts';
import { RowChanges } from '../storage/rowChanges.ts';
import { loadRows, type Transaction, upsertRows } from '../storage/table.ts';
import {
  type DirectoryMembersTable,
  type DirectoryWalletsTable,
  directoryMembers,
  directoryWallets,
  modelVersions,
  type SearchedTable,
} from '../tables.ts';

const readerDdl = [
  'create index on members (verified_position desc) where is_authorized and not is_suspended and name_changed_at is null and avatar_changed_at is null',
  ...searchIndexDdl,
  ...provedIndexDdl,
];

type CardTexts = Pick<DirectoryMembersTable, 'username' | 'full_name' | 'bio'>;

const foundBy = ({ username, full_name, bio }: CardTexts) => searchOf(username, full_name, bio);

export const searchedCard = (row: DirectoryMembersTable | null): SearchedTable | null =>
  row === null || row.is_suspended ? null : searchedOf(row, foundBy(row));

const cardPatches = {
  UserVerified: ({ metadata, position }) => ({
    verified_at: new Date(metadata.time),
    verified_position: String(position),
  }),
  UserUnverified: () => ({ verified_at: null, verified_position: null }),
} satisfies Patches<DirectoryMembersTable>;

export function cardAfter(
  row: DirectoryMembersTable | null,
  event: UserRecord,
): DirectoryMembersTable | null {
  const position = String(event.position);
  if (event.type === 'UserRegistered') {
    const member = registeredMember(event);
    const unproved = { networks: [], has_proof: false, verified_at: null, verified_position: null };
    return { ...member, ...notVerified, username_key: foldCase(member.username), ...unproved, position };
  }
  if (row === null || event.type === 'UserDeleted') return null;
  const member = memberAfter(row, event);
  return patched<DirectoryMembersTable, DirectoryMembersTable>(
    cardPatches,
    { ...member, ...verifiedAfter(row, member, event) },
    event,
  );
}

type WalletKey = Pick<DirectoryWalletsTable, 'member_id' | 'wallet_id'>;
const idOf = ({ member_id, wallet_id }: WalletKey): string => JSON.stringify([member_id, wallet_id]);

async function writeWallets(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<ReadonlyMap<number, string[]>> {
  const changes = new RowChanges(directoryWallets, ['member_id', 'wallet_id']);
  const owners = new Set<number>();
  const listed = await loadProved(tx, events);
  for (const { type, data } of walletRecords(events)) {
    owners.add(data.userId);
    const key = { member_id: data.userId, wallet_id: data.walletId };
    if (type === 'WalletRemoved') {
      changes.remove(key);
      listed.delete(idOf(key));
      continue;
    }
    const row =
      type === 'WalletProved' ? listed.get(idOf(key)) : { ...key, network: data.network, scheme: null };
    if (row === undefined) continue;
    const next = { ...row, scheme: type === 'WalletAdded' ? null : data.scheme };
    changes.put(next);
    listed.set(idOf(key), next);
  }
  await changes.write(tx);
  await removeMembers(tx, directoryWallets, deletedMembers(events));
  return networksOf(tx, [...owners]);
}

async function loadProved(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<Map<string, DirectoryWalletsTable>> {
  const keys = walletRecords(events).flatMap(({ type, data }) =>
    type === 'WalletProved' ? [{ member_id: data.userId, wallet_id: data.walletId }] : [],
  );
  return new Map((await loadRows(tx, directoryWallets, keys)).map((row) => [idOf(row), row]));
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
  types: distinct(memberEventTypes, verifiedEventTypes, typesOf(cardPatches), walletEventTypes),
  ddl: [directoryMembers.ddl, directoryWallets.ddl, ...searchDdl],
  readerDdl,
  async apply(tx, events) {
    const users = userRecords(events);
    const searches = new SearchChanges();
    const rows = await foldMembers(tx, directoryMembers, users, (row, event) => {
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
    await upsertRows(tx, directoryMembers, [...rows.values()]);
    await searches.write(tx);
  },
};
