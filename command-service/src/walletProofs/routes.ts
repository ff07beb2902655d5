import {
  addWalletBodySchema,
  proveWalletBodySchema,
  walletChallengeSchema,
  walletSchema,
} from '@pmcw/contracts';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, admissionProblems, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { challengeAddress, claimAddress } from './claimingAddress.ts';
import { challengeWallet, proveWallet } from './proving.ts';

const tags = ['walletProofs'];
const params = v.object({ id: v.pipe(v.string(), v.maxLength(64)) });

export function walletProofRoutes(app: FastifyInstance, services: Services): void {
  const { members } = admission(services);
  // May call another network.
  const onRequest = [...members, services.limits.walletProofs];

  withSchemas(app).post(
    '/api/user/wallets/challenge',
    {
      config: { commands: ['AskToSign'] },
      onRequest,
      schema: {
        tags,
        summary: 'Request the statement that lists and proves an address in one step',
        description: 'If another member lists the address without a proof, the proof removes it there.',
        body: addWalletBodySchema,
        response: { 201: walletChallengeSchema },
        problems: [...admissionProblems.members, 'not_provable', 'wallet_listed', 'too_many_requests'],
      },
    },
    async (request, reply) => {
      const { publicUrl } = app.site;
      const challenge = await challengeAddress(services, request.body, contextOf(request), publicUrl);
      return reply.code(201).send(challenge);
    },
  );

  withSchemas(app).post(
    '/api/user/wallets/proof',
    {
      config: { commands: ['ListProvedWallet', 'YieldAddress'] },
      onRequest,
      schema: {
        tags,
        summary: 'List and prove an address with the signed statement',
        body: proveWalletBodySchema,
        response: { 201: walletSchema },
        problems: [
          ...commandProblems.members,
          ...(['wallet_taken', 'wallet_listed', 'challenge_invalid', 'proof_invalid'] as const),
          ...(['unavailable', 'too_many_requests'] as const),
        ],
      },
    },
    async (request, reply) => {
      const { publicUrl } = app.site;
      const claimed = await claimAddress(services, request.body, contextOf(request), publicUrl);
      answerPosition(reply, claimed.position);
      return reply.code(201).send(claimed.wallet);
    },
  );

  withSchemas(app).post(
    '/api/user/wallets/:id/challenge',
    {
      config: { commands: ['AskToSign'] },
      onRequest,
      schema: {
        tags,
        summary: 'Get the statement whose signature proves a wallet address',
        params,
        response: { 201: walletChallengeSchema },
        problems: [...admissionProblems.members, 'not_found', 'not_provable', 'too_many_requests'],
      },
    },
    async (request, reply) => {
      const { publicUrl } = app.site;
      return reply
        .code(201)
        .send(await challengeWallet(services, request.params.id, contextOf(request), publicUrl));
    },
  );

  withSchemas(app).post(
    '/api/user/wallets/:id/proof',
    {
      config: { commands: ['ProveWallet'] },
      onRequest,
      schema: {
        tags,
        summary: 'Prove a wallet address by the signed statement',
        params,
        body: proveWalletBodySchema,
        response: { 201: walletSchema },
        problems: [
          ...admissionProblems.members,
          ...(['not_found', 'challenge_invalid', 'proof_invalid', 'unavailable', 'conflict'] as const),
          'too_many_requests',
        ],
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { publicUrl } = app.site;
      const { wallet, position } = await proveWallet(
        services,
        id,
        request.body,
        contextOf(request),
        publicUrl,
      );
      answerPosition(reply, position);
      return reply.code(201).send(wallet);
    },
  );
}
