import { draftsQuerySchema, draftsSchema, ProblemError, texts } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { Drafts } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { withMembers } from './queries.ts';

export type DraftReader = Pick<Drafts, 'all'>;

/** `GET /api/drafts`. Drafts are read from the vault, so no read model is waited for. */
export function addDraftRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>, drafts: DraftReader): void {
  withSchemas(app).get(
    '/api/drafts',
    {
      onRequest: signedIn,
      schema: {
        tags: ['messages'],
        summary: 'The member’s drafts with their recipients, including those emptied in the last 30 days',
        querystring: draftsQuerySchema,
        response: { 200: draftsSchema },
      },
    },
    async (request) => {
      const { userId } = requireSession(request);
      const { senderId = userId } = request.query;
      if (senderId !== userId) throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
      const kept = await drafts.all(userId);
      return withMembers(
        db,
        kept.map((draft) => ({ ...draft, aside: [...draft.aside] })),
      );
    },
  );
}
