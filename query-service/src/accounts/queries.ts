import type { SessionUser } from '@pmcw/contracts';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';

type ById = Arguments<{ readonly memberId: number }>;

const sessionUser = prepared((db, given: ById) =>
  db
    .selectFrom('accounts.accounts')
    .select([
      'member_id as id',
      'username',
      'full_name as fullName',
      'email',
      'is_email_confirmed as isEmailConfirmed',
      'contact_policy as contactPolicy',
      'telegram_handle as telegramHandle',
      'bio',
      'user_type as userType',
      'avatar_url as avatarUrl',
      'background_url as backgroundUrl',
      'is_admin as isAdmin',
      'is_authorized as isAuthorized',
      'is_suspended as isSuspended',
      'pmcw_tokens as pmcwTokens',
      'created_at as createdAt',
    ])
    .where('member_id', '=', given.of('memberId')),
);

/** As in `GET /api/user`; null while the read model doesn't know the member. */
export async function findSessionUser(db: ReadModels, memberId: number): Promise<SessionUser | null> {
  const [row] = await sessionUser(db, { memberId });
  return row === undefined ? null : { ...row, createdAt: row.createdAt.toISOString() };
}

export async function isErased(db: ReadModels, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('messages.erased_members')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row !== undefined;
}

const rights = prepared((db, given: ById) =>
  db
    .selectFrom('accounts.accounts')
    .select(['is_admin', 'is_suspended'])
    .where('member_id', '=', given.of('memberId')),
);

/** False for suspended administrators, and while the read model doesn't know the member. */
export async function isAdmin(db: ReadModels, memberId: number): Promise<boolean> {
  const [row] = await rights(db, { memberId });
  return row?.is_admin === true && !row.is_suspended;
}
