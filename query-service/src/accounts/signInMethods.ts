import { type OwnSignInMethod, ownSignInMethodsSchema } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { Passkeys } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';

/** Where passkeys have their names. */
export type KeptPasskeys = Pick<Passkeys, 'all'>;

/**
 * In which ways a member signs in, the one added first comes first. The read model says which, and the vault what they are called: a
 * passkey that only one of the two knows is on its way or on its way out, and only the read model's are told.
 */
export async function findSignInMethods(
  db: ReadModels,
  passkeys: KeptPasskeys,
  memberId: number,
): Promise<OwnSignInMethod[]> {
  const rows = await db
    .selectFrom('accounts.sign_in_methods')
    .select(['method_id as id', 'kind', 'added_at as addedAt'])
    .where('member_id', '=', memberId)
    .orderBy('added_at')
    .orderBy('method_id')
    .execute();
  const kept = new Map((await passkeys.all(memberId)).map((passkey) => [passkey.id, passkey]));
  return rows.map(({ id, kind, addedAt }) => {
    const passkey = kept.get(id);
    return {
      ...{ id, kind, addedAt: addedAt.toISOString() },
      name: passkey?.name ?? null,
      lastUsedAt: passkey?.lastUsedAt?.toISOString() ?? null,
      isBackedUp: passkey?.isBackedUp ?? null,
    };
  });
}

/** `GET /api/user/sign-in-methods`. */
export function addSignInMethodRoutes(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  passkeys: KeptPasskeys,
): void {
  withSchemas(app).get(
    '/api/user/sign-in-methods',
    {
      onRequest: signedIn,
      preHandler: upToDate('accounts'),
      schema: {
        tags: ['signInMethods'],
        summary: 'In which ways one signs in',
        response: { 200: ownSignInMethodsSchema },
      },
    },
    (request) => findSignInMethods(db, passkeys, requireSession(request).userId),
  );
}
