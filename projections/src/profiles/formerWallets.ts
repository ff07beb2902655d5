import { limits } from '@pmcw/contracts';
import { removeMembers, type UserRecord } from '../members/member.ts';
import { insertRows, loadRows, storable, type Transaction } from '../storage/table.ts';
import { type FormerWalletsTable, formerWallets, wallets } from '../tables.ts';

const changing: ReadonlySet<string> = new Set([
  'WalletAdded',
  'WalletRemoved',
  'WalletRestored',
  'UserDeleted',
]);

type Listed = Omit<FormerWalletsTable, 'removed_at' | 'cause' | 'position'>;

const keyOf = ({ member_id, wallet_id }: Pick<Listed, 'member_id' | 'wallet_id'>): string =>
  JSON.stringify([member_id, wallet_id]);

/** Before `writeLists` deletes the wallets that are looked up here, because a removal names no address. */
export async function writeFormerWallets(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  const listed = await loadRemoved(tx, events);
  const former = await loadFormer(tx, events);
  for (const event of events) {
    const { type, data } = event;
    const rows = former.get(data.userId) ?? [];
    if (type === 'WalletAdded' || type === 'WalletRestored') {
      const wallet = listedBy(event);
      listed.set(keyOf(wallet), wallet);
      former.set(data.userId, without(rows, wallet));
    } else if (type === 'WalletRemoved') {
      const wallet = listed.get(keyOf({ member_id: data.userId, wallet_id: data.walletId }));
      if (wallet !== undefined) former.set(data.userId, withRemoved(rows, wallet, event));
    } else if (type === 'UserDeleted') {
      former.set(data.userId, []);
    }
  }
  await removeMembers(tx, formerWallets, [...former.keys()]);
  await insertRows(tx, formerWallets, [...former.values()].flat());
}

async function loadRemoved(tx: Transaction, events: readonly UserRecord[]): Promise<Map<string, Listed>> {
  const keys = events.flatMap(({ type, data }) =>
    type === 'WalletRemoved' ? [{ member_id: data.userId, wallet_id: data.walletId }] : [],
  );
  const rows = await loadRows(tx, wallets, keys);
  return new Map(
    rows.map(({ member_id, wallet_id, network, address, added_at }) => [
      keyOf({ member_id, wallet_id }),
      { member_id, wallet_id, network, address, added_at },
    ]),
  );
}

async function loadFormer(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<Map<number, FormerWalletsTable[]>> {
  const owners = events.flatMap(({ type, data }) => (changing.has(type) ? [data.userId] : []));
  const former = new Map<number, FormerWalletsTable[]>(owners.map((owner) => [owner, []]));
  if (former.size === 0) return former;
  const { rows } = await tx.query<FormerWalletsTable>(
    `select ${formerWallets.columns.join(', ')} from former_wallets where member_id = any($1) order by position`,
    [[...former.keys()]],
  );
  for (const row of rows) former.get(row.member_id)?.push(row);
  return former;
}

function listedBy({ type, data, metadata }: Extract<UserRecord, { type: 'WalletAdded' | 'WalletRestored' }>) {
  return {
    member_id: data.userId,
    wallet_id: data.walletId,
    network: storable(data.network),
    address: storable(data.address),
    added_at: new Date(type === 'WalletAdded' ? metadata.time : data.addedAt),
  } satisfies Listed;
}

const without = (rows: readonly FormerWalletsTable[], { wallet_id, network, address }: Listed) =>
  rows.filter((row) => row.wallet_id !== wallet_id && (row.network !== network || row.address !== address));

/** Trimmed after every event, so that it does not matter how the log is cut into runs. */
const withRemoved = (
  rows: readonly FormerWalletsTable[],
  wallet: Listed,
  { data, metadata, position }: Extract<UserRecord, { type: 'WalletRemoved' }>,
): FormerWalletsTable[] =>
  [
    ...without(rows, wallet),
    {
      ...wallet,
      removed_at: new Date(metadata.time),
      cause: data.cause ?? null,
      position: String(position),
    },
  ].slice(-limits.formerWalletsMax);
