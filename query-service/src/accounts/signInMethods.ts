import { type OwnSignInMethod, ownSignInMethodsSchema } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import { isSameIssuer, providerLabel } from '@pmcw/runtime';
import type { OpenidLinks, Passkeys } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';

export interface NamedProvider {
  readonly issuer: string;
  readonly label: string;
}

export interface KeptWays {
  readonly passkeys: Pick<Passkeys, 'all'>;
  readonly openidLinks: Pick<OpenidLinks, 'all'>;
}

type Kept = Pick<OwnSignInMethod, 'name' | 'lastUsedAt' | 'isBackedUp' | 'credentialId'>;

async function keptOf(
  { passkeys, openidLinks }: KeptWays,
  provider: NamedProvider | undefined,
  memberId: number,
): Promise<ReadonlyMap<string, Kept>> {
  const nameOf = (issuer: string) => {
    if (provider !== undefined && isSameIssuer(provider.issuer, issuer)) return provider.label;
    // Accounts of another provider must not get the current provider's label.
    const name = providerLabel(issuer);
    return name === provider?.label ? issuer : name;
  };
  const keys = (await passkeys.all(memberId)).map(({ id, name, lastUsedAt, isBackedUp, credentialId }) => {
    const used = lastUsedAt?.toISOString() ?? null;
    return [id, { name, lastUsedAt: used, isBackedUp, credentialId }] as const;
  });
  const links = (await openidLinks.all(memberId)).map(({ id, issuer, lastUsedAt }) => {
    const used = lastUsedAt?.toISOString() ?? null;
    return [id, { name: nameOf(issuer), lastUsedAt: used, isBackedUp: null, credentialId: null }] as const;
  });
  return new Map<string, Kept>([...keys, ...links]);
}

/** In order of addition. Only methods of the read model: one that only the vault has is being added or removed. */
export async function findSignInMethods(
  db: ReadModels,
  ways: KeptWays,
  provider: NamedProvider | undefined,
  memberId: number,
): Promise<OwnSignInMethod[]> {
  const rows = await db
    .selectFrom('accounts.sign_in_methods')
    .select(['method_id as id', 'kind', 'added_at as addedAt'])
    .where('member_id', '=', memberId)
    .orderBy('added_at')
    .orderBy('method_id')
    .execute();
  const kept = await keptOf(ways, provider, memberId);
  return rows.map(({ id, kind, addedAt }) => ({
    ...{ id, kind, addedAt: addedAt.toISOString() },
    ...(kept.get(id) ?? { name: null, lastUsedAt: null, isBackedUp: null, credentialId: null }),
  }));
}

export function addSignInMethodRoutes(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  ways: KeptWays,
  provider: NamedProvider | undefined,
): void {
  withSchemas(app).get(
    '/api/user/sign-in-methods',
    {
      onRequest: signedIn,
      preHandler: upToDate('accounts'),
      schema: {
        tags: ['signInMethods'],
        summary: 'The member’s sign-in methods',
        response: { 200: ownSignInMethodsSchema },
      },
    },
    (request) => findSignInMethods(db, ways, provider, requireSession(request).userId),
  );
}
