import {
  addSocialLinkBodySchema,
  addWalletBodySchema,
  editProfileBodySchema,
  sessionUserSchema,
  socialLinkSchema,
  walletSchema,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { answerPosition, requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { sessionUser } from '../accounts/sessionUser.ts';
import { requireMember } from '../accounts/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Services } from '../services.ts';
import type { ProfileCommand } from './decide.ts';
import { addWallet, removeWallet } from './wallets.ts';

const tags = ['profiles'];
const idParams = v.object({ id: v.pipe(v.string(), v.maxLength(64)) });

/** A command to the stream of the member who asks. */
function handleOwn(services: Services, request: FastifyRequest, command: ProfileCommand) {
  const { userId } = requireSession(request);
  const { states } = services.members;
  return handle(services, states, streams.user(userId), command, causeOf(userId, request.id));
}

function walletRoutes(app: FastifyInstance, services: Services): void {
  // The second path is what the app calls right after a registration (spec §7).
  for (const path of ['/api/user/wallets', '/api/wallet-addresses']) {
    withSchemas(app).post(
      path,
      {
        onRequest: signedIn,
        schema: {
          tags,
          summary: 'List a wallet address',
          body: addWalletBodySchema,
          response: { 201: walletSchema },
          problems: ['wallet_taken', 'wallet_listed', 'conflict'],
        },
      },
      async (request, reply) => {
        const { userId } = requireSession(request);
        const { wallet, position } = await addWallet(services, userId, request.body, request.id);
        answerPosition(reply, position);
        return reply.code(201).send(wallet);
      },
    );
  }

  withSchemas(app).delete(
    '/api/user/wallets/:id',
    {
      onRequest: signedIn,
      schema: {
        tags,
        summary: 'Take a wallet address off the list',
        params: idParams,
        response: { 204: v.void() },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      const { userId } = requireSession(request);
      answerPosition(reply, await removeWallet(services, userId, request.params.id, request.id));
      return reply.code(204).send();
    },
  );
}

function socialLinkRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).post(
    '/api/user/socials',
    {
      onRequest: signedIn,
      schema: {
        tags,
        summary: 'Link a social platform',
        body: addSocialLinkBodySchema,
        response: { 201: socialLinkSchema },
        problems: ['social_platform_taken'],
      },
    },
    async (request, reply) => {
      const link = { id: uuidv7(), ...request.body };
      const { id: socialId, ...body } = link;
      const { position } = await handleOwn(services, request, { type: 'AddSocialLink', socialId, ...body });
      answerPosition(reply, position);
      return reply.code(201).send(link);
    },
  );

  withSchemas(app).delete(
    '/api/user/socials/:id',
    {
      onRequest: signedIn,
      schema: {
        tags,
        summary: 'Remove the link to a social platform',
        params: idParams,
        response: { 204: v.void() },
        problems: ['not_found'],
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

/** Members' changes to their own profile: texts, wallets, social links. */
export function profileRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).patch(
    '/api/user/profile',
    {
      onRequest: signedIn,
      schema: {
        tags,
        summary: 'Change the texts of the profile',
        body: editProfileBodySchema,
        response: { 200: sessionUserSchema },
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
  walletRoutes(app, services);
  socialLinkRoutes(app, services);
}
