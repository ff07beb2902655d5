import {
  type FormerWallet,
  foldCase,
  type LinkBack,
  limits,
  type Profile,
  type SocialLink,
  type Wallet,
  type WalletProof,
} from '@pmcw/contracts';
import type { Database } from '@pmcw/projections/tables';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';

export type Viewer = number | null;
type SqlViewer = Viewer | RawBuilder<number>;
/** As an argument of a prepared statement. */
export const visitor = 0;

const listedColumns = ['wallet_id as id', 'network', 'address', 'added_at as addedAt'] as const;
export const walletColumns = [
  ...listedColumns,
  'statement',
  'signature',
  'scheme',
  'proved_at as provedAt',
  'ens_name as ensName',
  'ens_seen_at as ensSeenAt',
] as const;
export const socialColumns = [
  'social_id as id',
  'platform',
  'username',
  'linked_back_by as by',
  'linked_back_at as seenAt',
] as const;

/** In JSON, times are texts in Postgres' format. */
type Moment = Date | string;
const isoOf = (moment: Moment): string => new Date(moment).toISOString();

type ListedRow = Pick<Wallet, 'id' | 'network' | 'address'> & { readonly addedAt: Moment };
type WalletRow = ListedRow & {
  readonly [Column in 'statement' | 'signature' | 'scheme']: WalletProof[Column] | null;
} & {
  readonly provedAt: Moment | null;
  readonly ensName: string | null;
  readonly ensSeenAt: Moment | null;
};

function proofOf({ statement, signature, scheme, provedAt }: WalletRow): WalletProof | null {
  if (statement === null || signature === null || scheme === null || provedAt === null) return null;
  return { statement, signature, scheme, provedAt: isoOf(provedAt) };
}

export function toWallet(row: WalletRow): Wallet {
  const { id, network, address, addedAt, ensName: name, ensSeenAt: seenAt } = row;
  const ensName = name === null || seenAt === null ? null : { name, seenAt: isoOf(seenAt) };
  return { id, network, address, addedAt: isoOf(addedAt), proof: proofOf(row), ensName };
}

const toFormerWallet = (
  row: ListedRow & Pick<FormerWallet, 'cause'> & { readonly removedAt: Moment },
): FormerWallet => ({
  ...row,
  addedAt: isoOf(row.addedAt),
  removedAt: isoOf(row.removedAt),
});

type SocialRow = Omit<SocialLink, 'linksBack'> & {
  readonly by: LinkBack['by'] | null;
  readonly seenAt: Moment | null;
};

export const toSocialLink = ({ by, seenAt, ...link }: SocialRow): SocialLink => ({
  ...link,
  linksBack: by === null || seenAt === null ? null : { by, seenAt: isoOf(seenAt) },
});

/** In one statement for any number of profiles. */
function profilesSeenBy(db: ReadModels, viewer: SqlViewer) {
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

/** Only administrators see suspended members. */
export function isVisible(
  eb: ExpressionBuilder<Database & { p: Database['profiles.profiles'] }, 'p'>,
  viewer: SqlViewer,
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

const momentsOf = ({ verifiedAt, nameChangedAt }: Pick<ProfileRow, 'verifiedAt' | 'nameChangedAt'>) => ({
  verifiedAt: verifiedAt?.toISOString() ?? null,
  nameChangedAt: nameChangedAt?.toISOString() ?? null,
});

const toProfile = (row: ProfileRow): Profile => ({
  ...row,
  ...momentsOf(row),
  createdAt: row.createdAt.toISOString(),
  wallets: row.wallets.map(toWallet),
  formerWallets: row.formerWallets.map(toFormerWallet),
  socials: row.socials.map(toSocialLink),
});

const profileByName = prepared(
  (db, given: Arguments<{ readonly usernameKey: string; readonly viewer: number }>) =>
    profilesSeenBy(db, given.of('viewer')).where('p.username_key', '=', given.of('usernameKey')),
);

/** Ignores the case of the name; null if the viewer may see no such profile. */
export async function findProfile(db: ReadModels, username: string, viewer: Viewer): Promise<Profile | null> {
  const asked = { usernameKey: foldCase(username), viewer: viewer ?? visitor };
  const [row] = await profileByName(db, asked);
  return row === undefined ? null : toProfile(row);
}

const profileAndPosition = prepared((db, given: Arguments<{ readonly usernameKey: string }>) =>
  profilesSeenBy(db, null)
    .innerJoin('projections.checkpoints as reached', (join) => join.on('reached.model', '=', 'profiles'))
    .select('reached.position')
    .where('p.username_key', '=', given.of('usernameKey')),
);

/** As visitors may see it, with the position at which it is. */
export async function findProfileAndPosition(
  db: ReadModels,
  username: string,
): Promise<{ readonly profile: Profile; readonly position: string } | null> {
  const [row] = await profileAndPosition(db, { usernameKey: foldCase(username) });
  if (row === undefined) return null;
  const { position, ...profile } = row;
  return { profile: toProfile(profile), position };
}

export async function profilesOf(
  db: ReadModels,
  memberIds: readonly number[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, Profile>> {
  const rows = await profilesSeenBy(db, viewer).where('p.member_id', 'in', memberIds).execute();
  return new Map(rows.map((row) => [row.id, toProfile(row)]));
}

type ById = Arguments<{ readonly memberId: number }>;

const walletsById = prepared((db, given: ById) =>
  db
    .selectFrom('profiles.wallets')
    .select(walletColumns)
    .where('member_id', '=', given.of('memberId'))
    .orderBy('wallet_id'),
);

const socialLinksById = prepared((db, given: ById) =>
  db
    .selectFrom('profiles.social_links')
    .select(socialColumns)
    .where('member_id', '=', given.of('memberId'))
    .orderBy('social_id'),
);

/** In order of addition. */
export async function walletsOf(db: ReadModels, memberId: number): Promise<Wallet[]> {
  return (await walletsById(db, { memberId })).map(toWallet);
}

/** In order of addition. */
export async function socialLinksOf(db: ReadModels, memberId: number): Promise<SocialLink[]> {
  return (await socialLinksById(db, { memberId })).map(toSocialLink);
}

/** The texts of a profile's page. */
export type ProfileTexts = Pick<
  Profile,
  | 'username'
  | 'fullName'
  | 'bio'
  | 'userType'
  | 'isAuthorized'
  | 'pmcwTokens'
  | 'verifiedAt'
  | 'nameChangedAt'
>;

const textsByName = prepared((db, given: Arguments<{ readonly usernameKey: string }>) =>
  db
    .selectFrom('profiles.profiles as p')
    .select(['p.username', 'p.full_name as fullName', 'p.bio', 'p.user_type as userType'])
    .select(['p.is_authorized as isAuthorized', 'p.pmcw_tokens as pmcwTokens'])
    .select(['p.verified_at as verifiedAt', 'p.name_changed_at as nameChangedAt'])
    .where('p.username_key', '=', given.of('usernameKey'))
    .where((eb) => isVisible(eb, null)),
);

/** As visitors may see them; ignores the case of the name. */
export async function findProfileTexts(db: ReadModels, username: string): Promise<ProfileTexts | null> {
  const [row] = await textsByName(db, { usernameKey: foldCase(username) });
  return row === undefined ? null : { ...row, ...momentsOf(row) };
}
