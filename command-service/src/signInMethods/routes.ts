import {
  addedPasskeySchema,
  addPasskeyBodySchema,
  freshProofBodySchema,
  ownWalletBodySchema,
  ProblemError,
  passkeyCreationSchema,
  passkeyRequestSchema,
  renamePasskeyBodySchema,
  setPasswordBodySchema,
  texts,
  walletSignInRequestSchema,
} from '@pmcw/contracts';
import { answerPosition, requireSession, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { deviceOf } from '../accounts/device.ts';
import { admission, admissionProblems, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';
import { addPasskey, admitWallet, offerPasskey, setPassword } from './adding.ts';
import { askForProof, askWalletForProof, proveFreshly } from './freshProof.ts';
import { removeSignInMethod } from './removing.ts';

const tags = ['signInMethods'];
const params = v.object({ id: v.pipe(v.string(), v.maxLength(64)) });

function proofRoutes(app: FastifyInstance, services: Services): void {
  const onRequest = admission(services).members;

  withSchemas(app).post(
    '/api/user/fresh-proof/options',
    {
      config: { commands: ['AskToSign'] },
      onRequest,
      schema: {
        tags,
        summary: 'Get the challenge for a passkey to prove that it is you',
        response: { 201: passkeyRequestSchema },
        problems: [...admissionProblems.members],
      },
    },
    async (request, reply) =>
      reply.code(201).send(await askForProof(services, requireSession(request), app.site.publicUrl)),
  );

  withSchemas(app).post(
    '/api/user/fresh-proof/wallet/options',
    {
      config: { commands: ['AskToSign'] },
      onRequest,
      schema: {
        tags,
        summary: 'Get the text for a wallet to sign to prove that it is you',
        body: ownWalletBodySchema,
        response: { 201: walletSignInRequestSchema },
        problems: [...admissionProblems.members, 'not_found', 'not_provable'],
      },
    },
    async (request, reply) => {
      const { walletId } = request.body;
      const { publicUrl } = app.site;
      return reply
        .code(201)
        .send(await askWalletForProof(services, requireSession(request), walletId, publicUrl));
    },
  );

  withSchemas(app).post(
    '/api/user/fresh-proof',
    {
      config: { commands: ['ProveFreshly'] },
      // May call another network.
      onRequest: [...onRequest, services.limits.freshProofs],
      schema: {
        tags,
        summary: 'Prove by the password, a passkey or a wallet that it is you, which counts for five minutes',
        body: freshProofBodySchema,
        response: { 204: v.void() },
        problems: [
          ...admissionProblems.members,
          ...(['wrong_current_password', 'passkey_invalid', 'passkey_unknown'] as const),
          ...(['sign_in_text_invalid', 'proof_invalid', 'wallet_not_admitted', 'unavailable'] as const),
          'too_many_requests',
        ],
      },
    },
    async (request, reply) => {
      await proveFreshly(services, requireSession(request), request.body, app.site.publicUrl);
      return reply.code(204).send();
    },
  );
}

function addingRoutes(app: FastifyInstance, services: Services): void {
  const onRequest = admission(services).members;

  withSchemas(app).post(
    '/api/user/passkeys/options',
    {
      config: { commands: ['OfferPasskey'] },
      onRequest,
      schema: {
        tags,
        summary: 'Get the options to create a passkey',
        response: { 201: passkeyCreationSchema },
        problems: [...admissionProblems.members],
      },
    },
    async (request, reply) =>
      reply.code(201).send(await offerPasskey(services, requireSession(request), app.site.publicUrl)),
  );

  withSchemas(app).post(
    '/api/user/passkeys',
    {
      config: { commands: ['AddSignInMethod'] },
      onRequest,
      schema: {
        tags,
        summary: 'Add a passkey to your ways to sign in',
        body: addPasskeyBodySchema,
        response: { 201: addedPasskeySchema },
        problems: [...commandProblems.members, 'passkey_invalid'],
      },
    },
    async (request, reply) => {
      const { passkey, position } = await addPasskey(
        services,
        requireSession(request),
        request.body,
        deviceOf(request.headers['user-agent']),
        contextOf(request),
        app.site.publicUrl,
      );
      answerPosition(reply, position);
      return reply.code(201).send(passkey);
    },
  );

  withSchemas(app).post(
    '/api/user/sign-in-methods/wallets',
    {
      config: { commands: ['AddSignInMethod'] },
      onRequest,
      schema: {
        tags,
        summary: 'Add a proved wallet address to your ways to sign in',
        body: ownWalletBodySchema,
        response: { 204: v.void() },
        problems: [...commandProblems.members, 'not_provable'],
      },
    },
    async (request, reply) => {
      answerPosition(reply, await admitWallet(services, request.body.walletId, contextOf(request)));
      return reply.code(204).send();
    },
  );

  withSchemas(app).post(
    '/api/user/password',
    {
      config: { commands: ['AddSignInMethod'] },
      onRequest,
      schema: {
        tags,
        summary: 'Choose a password if you have none',
        body: setPasswordBodySchema,
        response: { 204: v.void() },
        problems: [...commandProblems.members],
      },
    },
    async (request, reply) => {
      const session = requireSession(request);
      answerPosition(reply, await setPassword(services, session, request.body, contextOf(request)));
      return reply.code(204).send();
    },
  );
}

export function signInMethodRoutes(app: FastifyInstance, services: Services): void {
  const { members } = admission(services);
  proofRoutes(app, services);
  addingRoutes(app, services);

  withSchemas(app).patch(
    '/api/user/passkeys/:id',
    {
      config: { commands: ['RenamePasskey'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Rename a passkey',
        params,
        body: renamePasskeyBodySchema,
        response: { 204: v.void() },
        problems: [...admissionProblems.members, 'not_found'],
      },
    },
    async (request, reply) => {
      const { userId } = requireSession(request);
      const { id } = request.params;
      if (!(await services.vault.passkeys.rename(userId, id, request.body.name))) {
        throw new ProblemError('not_found', texts.refusals.signInMethodNotFound);
      }
      return reply.code(204).send();
    },
  );

  withSchemas(app).delete(
    '/api/user/sign-in-methods/:id',
    {
      config: { commands: ['RemoveSignInMethod'] },
      onRequest: members,
      schema: {
        tags,
        summary: 'Remove one of your ways to sign in, but not the last',
        params,
        response: { 204: v.void() },
        problems: [...commandProblems.members, 'last_sign_in_method'],
      },
    },
    async (request, reply) => {
      answerPosition(reply, await removeSignInMethod(services, request.params.id, contextOf(request)));
      return reply.code(204).send();
    },
  );
}
