import {
  conversationNameSchema,
  draftSchema,
  limits,
  ProblemError,
  putDraftBodySchema,
  texts,
} from '@pmcw/contracts';
import { requireSession, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { actingFor } from '../members/actingFor.ts';
import { admission, admissionProblems } from '../members/admission.ts';
import type { Services } from '../services.ts';

/** Six texts, with every letter escaped. */
const bodyLimit = (1 + limits.draftAsides) * limits.draftMax * 6 + 1024;

/** Drafts are no events (docs/decisions/drafts.md). */
export function draftRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).put(
    '/api/drafts/:conversation',
    {
      config: { commands: ['KeepDraft'] },
      bodyLimit,
      onRequest: admission(services).members,
      schema: {
        tags: ['messages'],
        summary: 'Store a draft for your other devices; refused if it is not based on the latest one',
        params: v.object({ conversation: conversationNameSchema }),
        body: putDraftBodySchema,
        response: { 200: draftSchema },
        problems: [...admissionProblems.members, 'not_found', 'conflict', 'too_large'],
      },
    },
    async (request) => {
      const { basedOn: revision, senderId, ...draft } = request.body;
      const { actorId: userId } = actingFor(request, senderId);
      const { id: sessionId } = requireSession(request);
      services.limits.draft(userId);
      const { conversation } = request.params;
      if (conversation !== 'global') await services.members.require(Number(conversation));
      const by = { userId, sessionId };
      const put = await services.vault.drafts.put(by, { conversation, revision, ...draft }, limits.draftsMax);
      if (put === null) throw new ProblemError('conflict', texts.refusals.draftChanged);
      return { ...put, aside: [...put.aside] };
    },
  );
}
