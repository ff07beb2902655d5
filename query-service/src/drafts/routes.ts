import { draftsQuerySchema, draftsSchema, ProblemError, texts } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { Drafts } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';

/** Where drafts are read from. */
export type KeptDrafts = Pick<Drafts, 'all'>;

/** `GET /api/drafts`: what a member has begun to write, on whichever device. No read model holds it, so nothing waits for one. */
export function addDraftRoutes(app: FastifyInstance, drafts: KeptDrafts): void {
  withSchemas(app).get(
    '/api/drafts',
    {
      onRequest: signedIn,
      schema: {
        tags: ['messages'],
        summary: 'One’s own drafts, those emptied in the last 30 days among them',
        querystring: draftsQuerySchema,
        response: { 200: draftsSchema },
      },
    },
    async (request) => {
      const { userId } = requireSession(request);
      const { senderId = userId } = request.query;
      if (senderId !== userId) throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
      const kept = await drafts.all(userId);
      return kept.map((draft) => ({ ...draft, aside: [...draft.aside] }));
    },
  );
}
