import {
  authorizeBodySchema,
  confirmVerificationBodySchema,
  ProblemError,
  rejectBodySchema,
  requestVerificationBodySchema,
  sessionUserSchema,
  texts,
  userIdParamSchema,
  verificationRequestSchema,
} from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { sessionUser } from '../accounts/sessionUser.ts';
import { requireMember } from '../deciders/userState.ts';
import { type Admission, admission, commandProblems } from '../members/admission.ts';
import { batchContextOf, contextOf, handleMember } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { answerRequest, requestVerification } from './requests.ts';

const tags = ['verification'];
const requestParams = v.object({ id: v.pipe(v.string(), v.maxLength(64)) });
const answerProblems = [...commandProblems.administrators, 'request_closed'] as const;

function requestRoutes(app: FastifyInstance, services: Services, { members }: Admission): void {
  withSchemas(app).post(
    '/api/verification-requests',
    {
      config: { commands: ['RequestVerification'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Ask to be verified; needs a PMCW wallet',
        body: requestVerificationBodySchema,
        response: { 201: verificationRequestSchema },
        problems: [
          ...commandProblems.members,
          'forbidden',
          'pmcw_wallet_required',
          'request_open',
          'already_verified',
        ],
      },
    },
    async (request, reply) => {
      const context = contextOf(request);
      const { userId = context.actorId, message, id = uuidv7() } = request.body;
      if (userId !== context.actorId) throw new ProblemError('forbidden', texts.refusals.ownRequestOnly);
      const made = await requestVerification(services, { id, message }, context);
      answerPosition(reply, made.position);
      return reply.code(201).send(made.request);
    },
  );
}

function answerRoutes(app: FastifyInstance, services: Services, { administrators }: Admission): void {
  withSchemas(app).post(
    '/api/admin/verification-requests/:id/approve',
    {
      config: { commands: ['ApproveVerification'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Grant a request, which verifies the member',
        params: requestParams,
        response: { 200: sessionUserSchema },
        problems: [...answerProblems, 'member_suspended'],
      },
    },
    async (request, reply) => {
      const command = { type: 'ApproveVerification', requestId: request.params.id } as const;
      const { state, position } = await answerRequest(services, command, batchContextOf(request));
      answerPosition(reply, position);
      return sessionUser(requireMember(state));
    },
  );

  withSchemas(app).post(
    '/api/admin/verification-requests/:id/reject',
    {
      config: { commands: ['RejectVerification'] },
      onRequest: administrators,
      schema: {
        tags,
        summary: 'Refuse a request, with a reason that the member sees',
        params: requestParams,
        body: rejectBodySchema,
        response: { 204: v.void() },
        problems: answerProblems,
      },
    },
    async (request, reply) => {
      const { id: requestId } = request.params;
      const command = { type: 'RejectVerification', requestId, ...request.body } as const;
      const { position } = await answerRequest(services, command, contextOf(request));
      answerPosition(reply, position);
      return reply.code(204).send();
    },
  );
}

export function verificationRoutes(app: FastifyInstance, services: Services): void {
  const admitted = admission(services);
  requestRoutes(app, services, admitted);
  answerRoutes(app, services, admitted);

  withSchemas(app).patch(
    '/api/admin/users/:id/authorize',
    {
      config: { commands: ['VerifyUser', 'UnverifyUser'] },
      onRequest: admitted.administrators,
      schema: {
        tags,
        summary: 'Verify a member, or take that back; sets the tokens to 1 or 0',
        params: v.object({ id: userIdParamSchema }),
        body: authorizeBodySchema,
        response: { 200: sessionUserSchema },
        problems: [...commandProblems.administrators, 'member_suspended'],
      },
    },
    async (request, reply) => {
      const { state, position } = await handleMember(
        services,
        request.params.id,
        { type: request.body.isAuthorized ? 'VerifyUser' : 'UnverifyUser' },
        batchContextOf(request),
      );
      answerPosition(reply, position);
      return sessionUser(requireMember(state));
    },
  );

  withSchemas(app).post(
    '/api/admin/users/:id/confirm-verification',
    {
      config: { commands: ['ConfirmVerification'] },
      onRequest: admitted.administrators,
      schema: {
        tags,
        summary: 'Keep the verification of a member whose name or avatar changed since',
        params: v.object({ id: userIdParamSchema }),
        body: confirmVerificationBodySchema,
        response: { 200: sessionUserSchema },
        problems: [...commandProblems.administrators, 'member_suspended', 'changed_since'],
      },
    },
    async (request, reply) => {
      const command = { type: 'ConfirmVerification', ...request.body } as const;
      const { state, position } = await handleMember(
        services,
        request.params.id,
        command,
        contextOf(request),
      );
      answerPosition(reply, position);
      return sessionUser(requireMember(state));
    },
  );
}
