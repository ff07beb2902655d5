import {
  type FormerWallet,
  foldCase,
  limits,
  type Profile,
  type SocialLink,
  type Wallet,
  type WalletProof,
} from '@pmcw/contracts';
import type { Database } from '@pmcw/projections/tables';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ReadModels } from '../storage/database.ts';

export type Viewer = number | null;

const listedColumns = ['wallet_id as id', 'network', 'address', 'added_at as addedAt'] as const;
export const walletColumns = [
  ...listedColumns,
  'statement',
  'signature',
  'scheme',
  'proved_at as provedAt',
] as const;
export const socialColumns = ['social_id as id', 'platform', 'username'] as const;

/** In JSON, times are texts in Postgres' format. */
type Moment = Date | string;
const isoOf = (moment: Moment): string => new Date(moment).toISOString();

type ListedRow = Pick<Wallet, 'id' | 'network' | 'address'> & { readonly addedAt: Moment };
type WalletRow = ListedRow & {
  readonly [Column in 'statement' | 'signature' | 'scheme']: WalletProof[Column] | null;
} & { readonly provedAt: Moment | null };

function proofOf({ statement, signature, scheme, provedAt }: WalletRow): WalletProof | null {
  if (statement === null || signature === null || scheme === null || provedAt === null) return null;
  return { statement, signature, scheme, provedAt: isoOf(provedAt) };
}

export function toWallet(row: WalletRow): Wallet {
  const { id, network, address, addedAt } = row;
  return { id, network, address, addedAt: isoOf(addedAt), proof: proofOf(row) };
}

const toFormerWallet = (
  row: ListedRow & Pick<FormerWallet, 'cause'> & { readonly removedAt: Moment },
): FormerWallet => ({
  ...row,
  addedAt: isoOf(row.addedAt),
  removedAt: isoOf(row.removedAt),
});

/** In one statement for any number of profiles. */
function profilesSeenBy(db: ReadModels, viewer: Viewer) {
  return db
    .selectFrom('profiles.profiles as p')
    .select((eb) => [
      'p.member_id as id',
      'p.username',
      'p.full_name as fullName',
      'p.bio',
      'p.avatar_url as avatarUrl',
      'p.background_url as backgroundUrl',
      'p.user_type as userType',
      'p.is_authorized as isAuthorized',
      'p.pmcw_tokens as pmcwTokens',
      'p.created_at as createdAt',
      jsonArrayFrom(
        eb
          .selectFrom('profiles.wallets as w')
          .select(walletColumns)
          .whereRef('w.member_id', '=', 'p.member_id')
          .orderBy('w.wallet_id'),
      ).as('wallets'),
      jsonArrayFrom(
        eb
          .selectFrom('profiles.former_wallets as f')
          .select([...listedColumns, 'removed_at as removedAt', 'cause'])
          .whereRef('f.member_id', '=', 'p.member_id')
          .where('f.removed_at', '>', sql<Date>`now() - make_interval(days => ${limits.formerWalletDays})`)
          .orderBy('f.position', 'desc'),
      ).as('formerWallets'),
      'p.verified_at as verifiedAt',
      'p.name_changed_at as nameChangedAt',
      jsonArrayFrom(
        eb
          .selectFrom('profiles.social_links as l')
          .select(socialColumns)
          .whereRef('l.member_id', '=', 'p.member_id')
          .orderBy('l.social_id'),
      ).as('socials'),
    ])
    .where((eb) => isVisible(eb, viewer));
}

/** Only administrators see suspended members (design "Settled codes"). */
function isVisible(
  eb: ExpressionBuilder<Database & { p: Database['profiles.profiles'] }, 'p'>,
  viewer: Viewer,
) {
  const active = eb('p.is_suspended', '=', false);
  if (viewer === null) return active;
  const viewerIsAdmin = eb
    .selectFrom('accounts.accounts as a')
    .select(sql`1`.as('one'))
    .where('a.member_id', '=', viewer)
    .where('a.is_admin', '=', true)
    .where('a.is_suspended', '=', false);
  return eb.or([active, eb.exists(viewerIsAdmin)]);
}

type ProfileRow = Awaited<ReturnType<ReturnType<typeof profilesSeenBy>['executeTakeFirstOrThrow']>>;

const toProfile = (row: ProfileRow): Profile => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  verifiedAt: row.verifiedAt?.toISOString() ?? null,
  nameChangedAt: row.nameChangedAt?.toISOString() ?? null,
  wallets: row.wallets.map(toWallet),
  formerWallets: row.formerWallets.map(toFormerWallet),
});

/** Ignores the case of the name; null if the viewer may see no such profile. */
export async function findProfile(db: ReadModels, username: string, viewer: Viewer): Promise<Profile | null> {
  const row = await profilesSeenBy(db, viewer)
    .where('p.username_key', '=', foldCase(username))
    .executeTakeFirst();
  return row === undefined ? null : toProfile(row);
}

export async function profilesOf(
  db: ReadModels,
  memberIds: readonly number[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, Profile>> {
  const rows = await profilesSeenBy(db, viewer).where('p.member_id', 'in', memberIds).execute();
  return new Map(rows.map((row) => [row.id, toProfile(row)]));
}

/** In order of addition. */
export async function walletsOf(db: ReadModels, memberId: number): Promise<Wallet[]> {
  const rows = await db
    .selectFrom('profiles.wallets')
    .select(walletColumns)
    .where('member_id', '=', memberId)
    .orderBy('wallet_id')
    .execute();
  return rows.map(toWallet);
}

/** In order of addition. */
export function socialLinksOf(db: ReadModels, memberId: number): Promise<SocialLink[]> {
  return db
    .selectFrom('profiles.social_links')
    .select(socialColumns)
    .where('member_id', '=', memberId)
    .orderBy('social_id')
    .execute();
}
