import { checkedLinkSchema, ProblemError, texts } from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';

export function linkCheckRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'members' | 'limits' | 'profileChecking' | 'closing'>,
): void {
  withSchemas(app).post(
    '/api/user/socials/:id/check',
    {
      config: { commands: ['CheckLink', 'RecordLinkCheck'] },
      onRequest: [...admission(services).members, services.limits.linkChecks],
      schema: {
        tags: ['profiles'],
        summary: 'Check now whether a social link names the profile',
        description:
          'By a link with `rel="me"` on the page, or, on a domain that is not a platform’s, by a TXT record ' +
          '`pmcw=<address of the profile>` or a line in `/.well-known/pmcw.txt`.',
        params: v.object({ id: v.pipe(v.string(), v.maxLength(64)) }),
        response: { 200: checkedLinkSchema },
        problems: [...commandProblems.members, 'not_checkable', 'too_many_requests'],
      },
    },
    async (request, reply) => {
      const { profileChecking, closing } = services;
      if (profileChecking === null) throw new ProblemError('not_checkable', texts.refusals.linkChecksOff);
      const { actorId } = contextOf(request);
      const { position, ...checked } = await profileChecking.checkNow(actorId, request.params.id, closing);
      answerPosition(reply, position);
      return checked;
    },
  );
}
