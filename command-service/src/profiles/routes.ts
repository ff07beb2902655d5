import {
  addSocialLinkBodySchema,
  addWalletBodySchema,
  editProfileBodySchema,
  sessionUserSchema,
  socialLinkSchema,
  walletSchema,
} from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { sessionUser } from '../accounts/sessionUser.ts';
import type { ProfileCommand } from '../deciders/profile.ts';
import { requireMember } from '../deciders/userState.ts';
import { type Admission, admission, commandProblems } from '../members/admission.ts';
import { contextOf, handleMember } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { listWallet, unlistWallet } from './wallets.ts';

const tags = ['profiles'];
const idParams = v.object({ id: v.pipe(v.string(), v.maxLength(64)) });

function handleOwn(services: Services, request: FastifyRequest, command: ProfileCommand) {
  const context = contextOf(request);
  return handleMember(services, context.actorId, command, context);
}

function walletRoutes(app: FastifyInstance, services: Services, { members }: Admission): void {
  // The app calls the second path right after a registration (spec §7).
  for (const path of ['/api/user/wallets', '/api/wallet-addresses']) {
    withSchemas(app).post(
      path,
      {
        config: { commands: ['AddWallet'] },
        onRequest: members,
        schema: {
          tags,
          summary: 'List a wallet address',
          body: addWalletBodySchema,
          response: { 201: walletSchema },
          problems: [...commandProblems.members, 'wallet_taken', 'wallet_listed'],
        },
      },
      async (request, reply) => {
        const { wallet, position } = await listWallet(services, request.body, contextOf(request));
        answerPosition(reply, position);
        return reply.code(201).send(wallet);
      },
    );
  }

  withSchemas(app).delete(
    '/api/user/wallets/:id',
    {
      config: { commands: ['RemoveWallet', 'RemoveSignInWallet'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Take a wallet address off the list',
        params: idParams,
        response: { 204: v.void() },
        problems: [...commandProblems.members, 'last_sign_in_method'],
      },
    },
    async (request, reply) => {
      const context = contextOf(request);
      const { id } = request.params;
      answerPosition(reply, await unlistWallet(services, context.actorId, id, 'RemoveWallet', context));
      return reply.code(204).send();
    },
  );
}

function socialLinkRoutes(app: FastifyInstance, services: Services, { members }: Admission): void {
  withSchemas(app).post(
    '/api/user/socials',
    {
      config: { commands: ['AddSocialLink'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Link a social platform',
        body: addSocialLinkBodySchema,
        response: { 201: socialLinkSchema },
        problems: [...commandProblems.members, 'social_platform_taken'],
      },
    },
    async (request, reply) => {
      const { id = uuidv7(), ...link } = request.body;
      const command = { type: 'AddSocialLink', socialId: id, ...link } as const;
      const { position } = await handleOwn(services, request, command);
      answerPosition(reply, position);
      return reply.code(201).send({ id, ...link, linksBack: null });
    },
  );

  withSchemas(app).delete(
    '/api/user/socials/:id',
    {
      config: { commands: ['RemoveSocialLink'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Remove the link to a social platform',
        params: idParams,
        response: { 204: v.void() },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const command = { type: 'RemoveSocialLink', socialId: request.params.id } as const;
      const { position } = await handleOwn(services, request, command);
      answerPosition(reply, position);
      return reply.code(204).send();
    },
  );
}

export function profileRoutes(app: FastifyInstance, services: Services): void {
  const admitted = admission(services);
  withSchemas(app).patch(
    '/api/user/profile',
    {
      config: { commands: ['EditProfile'] },
      onRequest: admitted.members,
      schema: {
        tags,
        summary: 'Change the texts of the profile',
        body: editProfileBodySchema,
        response: { 200: sessionUserSchema },
        problems: commandProblems.members,
      },
    },
    async (request, reply) => {
      const { state, position } = await handleOwn(services, request, {
        type: 'EditProfile',
        ...request.body,
      });
      answerPosition(reply, position);
      return sessionUser(requireMember(state));
    },
  );
  walletRoutes(app, services, admitted);
  socialLinkRoutes(app, services, admitted);
}
