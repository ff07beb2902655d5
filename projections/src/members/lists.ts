import type { WalletProof } from '@pmcw/contracts';
import { restoredProof } from '@pmcw/contracts/events';
import { RowChanges } from '../storage/rowChanges.ts';
import { loadRows, type Table, type Transaction } from '../storage/table.ts';
import { type SocialLinksTable, socialLinks, type WalletsTable, wallets } from '../tables.ts';
import { deletedMembers, ofTypes, removeMembers, type UserRecord, type UserRecordOf } from './member.ts';

export const listDdl = [wallets.ddl, socialLinks.ddl] as const;

export const walletEventTypes = ['WalletAdded', 'WalletRemoved', 'WalletProved', 'WalletRestored'] as const;

const listedWalletEventTypes = [...walletEventTypes, 'EnsNameSeen', 'EnsNameLost'] as const;

const socialLinkEventTypes = [
  'SocialLinkAdded',
  'SocialLinkRemoved',
  'SocialLinkRestored',
  'LinkBackSeen',
  'LinkBackLost',
] as const;

export const listEventTypes = [...listedWalletEventTypes, ...socialLinkEventTypes] as const;

type WalletRecord = UserRecordOf<(typeof walletEventTypes)[number]>;
type ListedWalletRecord = UserRecordOf<(typeof listedWalletEventTypes)[number]>;
type SocialRecord = UserRecordOf<(typeof socialLinkEventTypes)[number]>;

export const walletRecords = (events: readonly UserRecord[]): WalletRecord[] =>
  ofTypes(events, walletEventTypes);

const keyOf = ({ data }: ListedWalletRecord) => ({ member_id: data.userId, wallet_id: data.walletId });

const proofColumns = (proof: WalletProof | null) => ({
  statement: proof?.statement ?? null,
  signature: proof?.signature ?? null,
  scheme: proof?.scheme ?? null,
  proved_at: proof === null ? null : new Date(proof.provedAt),
});

const nameless = { ens_name: null, ens_seen_at: null };

function walletAfter(
  row: WalletsTable | null,
  event: Exclude<ListedWalletRecord, { type: 'WalletRemoved' }>,
): WalletsTable | null {
  switch (event.type) {
    case 'WalletProved':
      return row && { ...row, ...proofColumns({ ...event.data, provedAt: event.metadata.time }) };
    case 'EnsNameSeen': {
      const { data, metadata } = event;
      return row && { ...row, ens_name: data.name, ens_seen_at: new Date(metadata.time) };
    }
    case 'EnsNameLost':
      return row && { ...row, ...nameless };
    default: {
      const { type, data, metadata } = event;
      return {
        ...{ ...keyOf(event), network: data.network, address: data.address },
        added_at: new Date(type === 'WalletAdded' ? metadata.time : data.addedAt),
        ...proofColumns(type === 'WalletAdded' ? null : restoredProof(data)),
        ...nameless,
      };
    }
  }
}

const socialKeyOf = ({ data }: SocialRecord) => ({ member_id: data.userId, social_id: data.socialId });

const notLinkedBack = { linked_back_by: null, linked_back_at: null };

function socialAfter(
  row: SocialLinksTable | null,
  event: Exclude<SocialRecord, { type: 'SocialLinkRemoved' }>,
): SocialLinksTable | null {
  switch (event.type) {
    case 'LinkBackSeen': {
      const { data, metadata } = event;
      return row && { ...row, linked_back_by: data.by, linked_back_at: new Date(metadata.time) };
    }
    case 'LinkBackLost':
      return row && { ...row, ...notLinkedBack };
    default: {
      const { platform, username } = event.data;
      return { ...socialKeyOf(event), platform, username, ...notLinkedBack };
    }
  }
}

interface List<Row extends object, Key extends keyof Row & string, Event extends UserRecord> {
  readonly table: Table<Row>;
  readonly key: readonly Key[];
  readonly keyOf: (event: Event) => Pick<Row, Key>;
  /** Events that change a row. */
  readonly changing: readonly Event['type'][];
  /** Null if the row is removed, or missing. */
  readonly after: (row: Row | null, event: Event) => Row | null;
}

/** At most three statements. */
async function writeList<Row extends object, Key extends keyof Row & string, Event extends UserRecord>(
  tx: Transaction,
  events: readonly Event[],
  { table, key, keyOf, changing, after }: List<Row, Key, Event>,
): Promise<void> {
  const idOf = (row: Pick<Row, Key>) => JSON.stringify(key.map((column) => row[column]));
  const changed = events.filter(({ type }) => changing.includes(type)).map(keyOf);
  const listed = new Map((await loadRows(tx, table, changed)).map((row) => [idOf(row), row]));
  const changes = new RowChanges(table, key);
  for (const event of events) {
    const at = keyOf(event);
    const row = after(listed.get(idOf(at)) ?? null, event);
    if (row === null) {
      listed.delete(idOf(at));
      changes.remove(at);
    } else {
      listed.set(idOf(at), row);
      changes.put(row);
    }
  }
  await changes.write(tx);
}

/** At most six statements, and two more if members are deleted. */
export async function writeLists(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  await writeList(tx, ofTypes(events, listedWalletEventTypes), {
    table: wallets,
    key: ['member_id', 'wallet_id'],
    keyOf,
    changing: ['WalletProved', 'EnsNameSeen', 'EnsNameLost'],
    after: (row, event) => (event.type === 'WalletRemoved' ? null : walletAfter(row, event)),
  });
  await writeList(tx, ofTypes(events, socialLinkEventTypes), {
    table: socialLinks,
    key: ['member_id', 'social_id'],
    keyOf: socialKeyOf,
    changing: ['LinkBackSeen', 'LinkBackLost'],
    after: (row, event) => (event.type === 'SocialLinkRemoved' ? null : socialAfter(row, event)),
  });
  const deleted = deletedMembers(events);
  await removeMembers(tx, wallets, deleted);
  await removeMembers(tx, socialLinks, deleted);
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
