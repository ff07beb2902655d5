import {
  forgotPasswordBodySchema,
  issueResetLinkBodySchema,
  recoveryWaysSchema,
  resetLinkSchema,
  resetPasswordBodySchema,
  resetWaysBodySchema,
  userIdParamSchema,
} from '@pmcw/contracts';
import { acceptedLanguage, answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { askForResetMail } from './forgotPassword.ts';
import { waysOfLink } from './recoveryWays.ts';
import { issueResetLink, resetPassword } from './resetLinks.ts';

const tags = ['accounts'];

export function resetLinkRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).post(
    '/api/admin/users/:id/reset-link',
    {
      config: { commands: ['IssueResetLink'] },
      onRequest: admission(services).administrators,
      schema: {
        tags,
        summary: 'Make a link with which a member can choose a password, once and within an hour',
        params: v.object({ id: userIdParamSchema }),
        body: issueResetLinkBodySchema,
        response: { 201: resetLinkSchema },
        problems: [...commandProblems.administrators, 'protected_member'],
      },
    },
    async (request, reply) => {
      const { publicUrl } = app.site;
      const context = contextOf(request);
      const { id: userId } = request.params;
      const { id = uuidv7() } = request.body;
      const asked = { userId, id };
      const issued = await issueResetLink(services, asked, context, publicUrl);
      answerPosition(reply, issued.position);
      return reply.code(201).send(issued.link);
    },
  );

  withSchemas(app).post(
    '/api/forgot-password',
    {
      config: { commands: ['AskForResetMail'], session: false },
      preHandler: services.limits.resetMails,
      schema: {
        tags,
        summary:
          'Ask for a mail with a link to choose a password; the answer does not reveal whether there is such a member',
        body: forgotPasswordBodySchema,
        response: { 204: v.void() },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      await askForResetMail(services, request.body, acceptedLanguage(request.headers['accept-language']));
      return reply.code(204).send();
    },
  );

  withSchemas(app).post(
    '/api/reset-password/ways',
    {
      config: { commands: ['UseResetLink'], session: false },
      preHandler: services.limits.logIns,
      schema: {
        tags,
        summary: 'The ways to sign in that end when a password is chosen by a link, unless they are kept',
        body: resetWaysBodySchema,
        response: { 200: recoveryWaysSchema },
        problems: ['reset_link_invalid'],
      },
    },
    (request) => waysOfLink(services, request.body.token),
  );

  withSchemas(app).post(
    '/api/reset-password',
    {
      config: { commands: ['UseResetLink'] },
      preHandler: services.limits.logIns,
      schema: {
        tags,
        summary:
          'Choose a password by a link, which signs out all browsers and ends all other ways to sign in but those kept',
        body: resetPasswordBodySchema,
        response: { 204: v.void() },
        problems: ['reset_link_invalid', 'conflict'],
      },
    },
    async (request, reply) => {
      answerPosition(reply, await resetPassword(services, request.body, request.id));
      return reply.code(204).send();
    },
  );
}
