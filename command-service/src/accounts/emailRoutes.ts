import { confirmEmailBodySchema } from '@pmcw/contracts';
import { acceptedLanguage, answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, admissionProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { askForConfirmationMail, confirmEmail } from './confirmEmail.ts';

const tags = ['accounts'];

export function emailRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).post(
    '/api/user/email-confirmation',
    {
      config: { commands: ['AskForConfirmationMail'] },
      onRequest: admission(services).members,
      schema: {
        tags,
        summary: 'Send the mail that confirms your email address again',
        response: { 204: v.void() },
        problems: [...admissionProblems.members, 'not_found', 'conflict', 'too_many_requests'],
      },
    },
    async (request, reply) => {
      const language = acceptedLanguage(request.headers['accept-language']);
      await askForConfirmationMail(services, contextOf(request), language);
      return reply.code(204).send();
    },
  );

  withSchemas(app).post(
    '/api/confirm-email',
    {
      config: { commands: ['ConfirmEmail'], session: false },
      preHandler: services.limits.logIns,
      schema: {
        tags,
        summary: 'Confirm an email address with the mailed link',
        body: confirmEmailBodySchema,
        response: { 204: v.void() },
        problems: ['confirm_link_invalid', 'conflict', 'not_found', 'too_many_requests'],
      },
    },
    async (request, reply) => {
      answerPosition(reply, await confirmEmail(services, request.body.token, request.id));
      return reply.code(204).send();
    },
  );
}
