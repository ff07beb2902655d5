import {
  type Checkpoint,
  checkpointParamsSchema,
  checkpointSchema,
  consistencyQuerySchema,
  consistencySchema,
  hexOf,
  historyEventParamsSchema,
  inclusionSchema,
  ProblemError,
  texts,
  wellKnown,
} from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import { ifThere } from '@pmcw/resilience/files';
import type { FastifyInstance } from 'fastify';
import { isAdmin } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import { findEntry } from './chain.ts';
import { inclusionOf, isOwn, type Proofs } from './proofs.ts';

const tags = ['audit'];
const everybody = { session: false } as const;
/** Signed content never changes. */
const forEver = 'public, max-age=31536000, immutable';
const askAgain = 'no-cache';

function found<T>(answer: T | null | undefined): T {
  if (answer === null || answer === undefined) throw new ProblemError('not_found', texts.refusals.notFound);
  return answer;
}

function addWellKnownRoutes(app: FastifyInstance, proofs: Proofs | null): void {
  const routes = withSchemas(app);

  routes.get(
    wellKnown.checkpoint,
    {
      config: everybody,
      schema: {
        tags,
        summary:
          'The newest signed checkpoint: how many events the log has, and the root of the tree over them',
        response: { 200: checkpointSchema },
        problems: ['not_found'],
      },
    },
    async (_request, reply): Promise<Checkpoint> => {
      void reply.header('cache-control', askAgain);
      return found(await proofs?.tree.latest());
    },
  );

  routes.get(
    '/.well-known/pmcw/checkpoints/:size.json',
    {
      config: everybody,
      schema: {
        tags,
        summary: 'The checkpoint that was signed over so many events',
        params: checkpointParamsSchema,
        response: { 200: checkpointSchema },
        problems: ['not_found'],
      },
    },
    async (request, reply): Promise<Checkpoint> => {
      void reply.header('cache-control', askAgain);
      const checkpoint = found(await proofs?.tree.ofSize(request.params.size));
      void reply.header('cache-control', forEver);
      return checkpoint;
    },
  );

  routes.get(
    wellKnown.publicKey,
    {
      config: everybody,
      schema: {
        tags,
        summary: 'The Ed25519 key that checks checkpoints and receipts, PEM',
        described: { 200: { description: 'The key', types: ['application/x-pem-file'] } },
        problems: ['not_found'],
      },
    },
    async (_request, reply) => {
      void reply.header('cache-control', askAgain);
      const key = found(proofs && (await ifThere(proofs.tree.publicKey())));
      return reply.type('application/x-pem-file').send(key.export({ type: 'spki', format: 'pem' }));
    },
  );
}

export function addProofRoutes(app: FastifyInstance, { db, upToDate }: Deps, proofs: Proofs | null): void {
  addWellKnownRoutes(app, proofs);

  withSchemas(app).get(
    '/api/proofs/consistency',
    {
      config: everybody,
      schema: {
        tags,
        summary:
          'Proof that the log of a later checkpoint starts with that of an earlier one (RFC 9162 §2.1.4)',
        querystring: consistencyQuerySchema,
        response: { 200: consistencySchema },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      const { from, to } = request.query;
      const path = found(await proofs?.tree.consistencyOf(from, to));
      void reply.header('cache-control', forEver);
      return { path: path.map(hexOf) };
    },
  );

  withSchemas(app).get(
    '/api/proofs/inclusion/:eventId',
    {
      onRequest: signedIn,
      preHandler: upToDate('audit', 'accounts'),
      schema: {
        tags,
        summary: 'Proof that an event is in the log of the newest checkpoint (RFC 9162 §2.1.3)',
        description:
          'Administrators ask for any event, members for what they did and what happened to their account.',
        params: historyEventParamsSchema,
        response: { 200: inclusionSchema },
        problems: ['not_found'],
      },
    },
    async (request) => {
      const { userId } = requireSession(request);
      const [entry, isAdministrator] = await Promise.all([
        findEntry(db, request.params.eventId),
        isAdmin(db, userId),
      ]);
      const asked = found(entry !== null && (isAdministrator || isOwn(entry, userId)) ? entry : null);
      if (proofs === null) return { state: 'unsigned' as const };
      return inclusionOf(proofs, asked, isAdministrator || asked.actor?.id === userId);
    },
  );
}
