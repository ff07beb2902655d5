import { limits } from '@pmcw/contracts';
import { ofTypes, removeMembers, type UserRecord, type UserRecordOf } from '../members/member.ts';
import { storable } from '../storage/arrays.ts';
import { insertRows, loadRows, type Transaction } from '../storage/table.ts';
import { type FormerWalletsTable, formerWallets, wallets } from '../tables.ts';

const changingTypes = ['WalletAdded', 'WalletRemoved', 'WalletRestored', 'UserDeleted'] as const;
type Changing = UserRecordOf<(typeof changingTypes)[number]>;

type Listed = Omit<FormerWalletsTable, 'removed_at' | 'cause' | 'position'>;

const keyOf = ({ member_id, wallet_id }: Pick<Listed, 'member_id' | 'wallet_id'>): string =>
  JSON.stringify([member_id, wallet_id]);

/** Before `writeLists` deletes the wallets that are looked up here, because a removal names no address. */
export async function writeFormerWallets(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  const changing = ofTypes(events, changingTypes);
  const listed = await loadRemoved(tx, changing);
  const former = await loadFormer(tx, changing);
  for (const event of changing) {
    const { userId } = event.data;
    former.set(userId, formerAfter(former.get(userId) ?? [], listed, event));
  }
  await removeMembers(tx, formerWallets, [...former.keys()]);
  await insertRows(tx, formerWallets, [...former.values()].flat());
}

function formerAfter(
  rows: readonly FormerWalletsTable[],
  listed: Map<string, Listed>,
  event: Changing,
): readonly FormerWalletsTable[] {
  switch (event.type) {
    case 'WalletAdded':
    case 'WalletRestored': {
      const wallet = listedBy(event);
      listed.set(keyOf(wallet), wallet);
      return without(rows, wallet);
    }
    case 'WalletRemoved': {
      const { userId: member_id, walletId: wallet_id } = event.data;
      const wallet = listed.get(keyOf({ member_id, wallet_id }));
      return wallet === undefined ? rows : withRemoved(rows, wallet, event);
    }
    case 'UserDeleted':
      return [];
    default:
      return event satisfies never;
  }
}

async function loadRemoved(tx: Transaction, events: readonly Changing[]): Promise<Map<string, Listed>> {
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
  events: readonly Changing[],
): Promise<Map<number, readonly FormerWalletsTable[]>> {
  const former = new Map<number, FormerWalletsTable[]>(events.map(({ data }) => [data.userId, []]));
  if (former.size === 0) return former;
  const { rows } = await tx.query<FormerWalletsTable>(
    `select ${formerWallets.columns.join(', ')} from former_wallets where member_id = any($1) order by position`,
    [[...former.keys()]],
  );
  for (const row of rows) former.get(row.member_id)?.push(row);
  return former;
}

function listedBy({ type, data, metadata }: UserRecordOf<'WalletAdded' | 'WalletRestored'>) {
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
  { data, metadata, position }: UserRecordOf<'WalletRemoved'>,
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
