import { ProblemError, texts, wellKnown } from '@pmcw/contracts';
import {
  detachedJws,
  type ProfileKeyDocument,
  profileKeysSchema,
  profileSigningInput,
  type SignedProfile,
  type SignedProfileClaims,
  signedProfileMs,
  signedProfileSchema,
} from '@pmcw/contracts/signedProfiles';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';
import { findProfileAndPosition } from './queries.ts';
import { usernameParamsSchema } from './routes.ts';

export interface ProfileKeys {
  all(): Promise<
    readonly {
      readonly id: string;
      readonly publicKey: string;
      readonly createdAt: Date;
      readonly retiredAt: Date | null;
    }[]
  >;
  signer(): Promise<{ readonly keyId: string; sign(text: string): Uint8Array }>;
}

/** Shorter than a document is valid, so that no cache delivers an expired one. */
const caching = 'public, max-age=60';

/** Null if visitors may see no such member. */
async function claimsOf(
  db: ReadModels,
  username: string,
  publicUrl: string,
): Promise<SignedProfileClaims | null> {
  const found = await findProfileAndPosition(db, username);
  if (found === null) return null;
  const { profile, position } = found;
  const { wallets, isAuthorized, verifiedAt } = profile;
  const now = Date.now();
  return {
    issuer: new URL(publicUrl).origin,
    username: profile.username,
    url: new URL(`/${profile.username}`, publicUrl).href,
    addresses: wallets.map(({ network, address, addedAt, proof }) => ({ network, address, addedAt, proof })),
    isAuthorized,
    verifiedAt,
    position,
    issuedAt: new Date(now).toISOString(),
    // biome-ignore lint/plugin: a moment for other sites
    expiresAt: new Date(now + signedProfileMs).toISOString(),
  };
}

/** Other sites may read the answer, which doesn't depend on the caller. */
async function forEverySite(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header('access-control-allow-origin', '*');
}

/** For other sites (docs/profiles-elsewhere.md). */
export function addSignedProfileRoutes(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  { keys, publicUrl }: { readonly keys: ProfileKeys; readonly publicUrl: string },
): void {
  const routes = withSchemas(app);
  const tags = ['profiles'];
  const config = { session: false } as const;

  routes.get(
    wellKnown.profileKeys,
    {
      config,
      onRequest: forEverySite,
      schema: {
        tags,
        summary: 'The Ed25519 keys of this site for signed profiles, a JWK set; the first is in use',
        response: { 200: profileKeysSchema },
      },
    },
    async (_request, reply): Promise<ProfileKeyDocument> => {
      const all = await keys.all();
      void reply.header('cache-control', caching);
      return {
        keys: all.map(({ id, publicKey, createdAt, retiredAt }) => ({
          ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: id, x: publicKey },
          createdAt: createdAt.toISOString(),
          retiredAt: retiredAt?.toISOString() ?? null,
        })),
      };
    },
  );

  routes.get(
    '/.well-known/pmcw/:username.json',
    {
      config,
      onRequest: forEverySite,
      preHandler: upToDate('profiles'),
      schema: {
        tags,
        summary:
          'A profile that other sites can trust: what this site says of a member, signed, for ten minutes',
        params: usernameParamsSchema,
        response: { 200: signedProfileSchema },
        problems: ['not_found'],
      },
    },
    async (request, reply): Promise<SignedProfile> => {
      const claims = await claimsOf(db, request.params.username, publicUrl);
      if (claims === null) throw new ProblemError('not_found', texts.refusals.profileNotFound);
      const signer = await keys.signer();
      const input = profileSigningInput(signer.keyId, claims);
      void reply.header('cache-control', caching);
      return { claims, signature: detachedJws(input, signer.sign(input)) };
    },
  );
}
