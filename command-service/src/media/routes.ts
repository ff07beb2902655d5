import { changeImagesBodySchema, sessionUserSchema } from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import { sessionUser } from '../accounts/sessionUser.ts';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { replaceImages } from './replaceImages.ts';
import { uploadBodyLimits } from './uploads.ts';

export function mediaRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).patch(
    '/api/user/images',
    {
      config: { commands: ['ChangeImages'] },
      bodyLimit: uploadBodyLimits.images,
      onRequest: [...admission(services).members, services.limits.uploads, services.admitUpload],
      schema: {
        tags: ['profiles'],
        summary: 'Change avatar or background: a data URL, or null for none',
        body: changeImagesBodySchema,
        response: { 200: sessionUserSchema },
        problems: [...commandProblems.members, 'unsupported_media_type', 'too_large', 'unavailable'],
      },
    },
    async (request, reply) => {
      const { member, position } = await replaceImages(services, request.body, contextOf(request));
      answerPosition(reply, position);
      return sessionUser(member);
    },
  );
}
