import {
  changeTypeBodySchema,
  notesBodySchema,
  sessionUserSchema,
  setTokensBodySchema,
  suspendBodySchema,
  userIdParamSchema,
} from '@pmcw/contracts';
import type { UserState } from '@pmcw/contracts/events';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { sessionUser } from '../accounts/sessionUser.ts';
import { requireMember } from '../deciders/userState.ts';
import type { Loaded } from '../handling/streamStates.ts';
import { type Admission, admission, commandProblems } from '../members/admission.ts';
import { batchContextOf, contextOf, handleMember } from '../members/handleMember.ts';
import { unlistWallet } from '../profiles/wallets.ts';
import type { Services } from '../services.ts';
import { suspend } from './suspend.ts';

const tags = ['moderation'];
const params = v.object({ id: userIdParamSchema });
const problems = commandProblems.administrators;
const itemId = v.pipe(v.string(), v.maxLength(64));

function answerMember(reply: FastifyReply, { state, position }: Loaded<UserState>) {
  answerPosition(reply, position);
  return sessionUser(requireMember(state));
}

function settingRoutes(app: FastifyInstance, services: Services, { administrators }: Admission): void {
  withSchemas(app).patch(
    '/api/admin/users/:id/suspend',
    {
      config: { commands: ['SuspendUser', 'UnsuspendUser'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Suspend a member, which signs them out everywhere, or let them in again',
        params,
        body: suspendBodySchema,
        response: { 200: sessionUserSchema },
        problems: [...problems, 'protected_member'],
      },
    },
    async (request, reply) => {
      const { isSuspended } = request.body;
      return answerMember(
        reply,
        await suspend(services, request.params.id, isSuspended, batchContextOf(request)),
      );
    },
  );

  withSchemas(app).patch(
    '/api/admin/users/:id/type',
    {
      config: { commands: ['ChangeUserType'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Change the type of an account',
        params,
        body: changeTypeBodySchema,
        response: { 200: sessionUserSchema },
        problems,
      },
    },
    async (request, reply) => {
      const command = { type: 'ChangeUserType', ...request.body } as const;
      return answerMember(
        reply,
        await handleMember(services, request.params.id, command, contextOf(request)),
      );
    },
  );

  withSchemas(app).patch(
    '/api/admin/users/:id/pmcw-tokens',
    {
      config: { commands: ['SetTokens'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Set the token count',
        params,
        body: setTokensBodySchema,
        response: { 200: sessionUserSchema },
        problems,
      },
    },
    async (request, reply) => {
      const command = { type: 'SetTokens', ...request.body } as const;
      return answerMember(
        reply,
        await handleMember(services, request.params.id, command, contextOf(request)),
      );
    },
  );

  withSchemas(app).put(
    '/api/admin/users/:id/notes',
    {
      config: { commands: ['WriteAdminNotes'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Write down notes about a member, for administrators only',
        params,
        body: notesBodySchema,
        response: { 204: v.void() },
        problems,
      },
    },
    async (request, reply) => {
      const command = { type: 'WriteAdminNotes', ...request.body } as const;
      const { position } = await handleMember(services, request.params.id, command, contextOf(request));
      answerPosition(reply, position);
      return reply.code(204).send();
    },
  );
}

function removalRoutes(app: FastifyInstance, services: Services, { administrators }: Admission): void {
  withSchemas(app).delete(
    '/api/admin/users/:id/wallets/:walletId',
    {
      config: { commands: ['TakeOffWallet', 'RemoveSignInWallet'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: "Take a wallet address off a member's list",
        params: v.object({ id: userIdParamSchema, walletId: itemId }),
        response: { 204: v.void() },
        problems: [...problems, 'last_sign_in_method'],
      },
    },
    async (request, reply) => {
      const { id, walletId } = request.params;
      answerPosition(reply, await unlistWallet(services, id, walletId, 'TakeOffWallet', contextOf(request)));
      return reply.code(204).send();
    },
  );

  withSchemas(app).delete(
    '/api/admin/users/:id/socials/:socialId',
    {
      config: { commands: ['TakeOffSocialLink'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: "Remove a member's link to a social platform",
        params: v.object({ id: userIdParamSchema, socialId: itemId }),
        response: { 204: v.void() },
        problems,
      },
    },
    async (request, reply) => {
      const { id, socialId } = request.params;
      const command = { type: 'TakeOffSocialLink', socialId } as const;
      const { position } = await handleMember(services, id, command, contextOf(request));
      answerPosition(reply, position);
      return reply.code(204).send();
    },
  );
}

export function moderationRoutes(app: FastifyInstance, services: Services): void {
  const admitted = admission(services);
  settingRoutes(app, services, admitted);
  removalRoutes(app, services, admitted);
}
