import {
  registerByWalletBodySchema,
  sessionUserSchema,
  walletAnswerSchema,
  walletChallengeSchema,
  walletRegistrationOptionsBodySchema,
  walletSignInOptionsBodySchema,
  walletSignInRequestSchema,
} from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import { signInBrowser } from '../accounts/signInBrowser.ts';
import type { Services } from '../services.ts';
import { browserOf, nameBrowser } from './askedBrowser.ts';
import { challengeNewcomer, registerByWallet } from './walletRegistration.ts';
import { askForWallet, signInByWallet } from './walletSignIn.ts';

const tags = ['accounts'];

function registrationRoutes(app: FastifyInstance, services: Services): void {
  const { limits } = services;

  withSchemas(app).post(
    '/api/register/wallet/options',
    {
      config: { commands: ['AskToSign'] },
      preHandler: limits.signInOffers,
      schema: {
        tags,
        summary: 'Get the statement that proves the wallet of a new registration',
        body: walletRegistrationOptionsBodySchema,
        response: { 201: walletChallengeSchema },
        problems: ['registration_closed', 'username_taken', 'username_reserved', 'not_provable'],
      },
    },
    async (request, reply) => {
      const browser = nameBrowser(app, request, reply);
      return reply
        .code(201)
        .send(await challengeNewcomer(services, request.body, browser, app.site.publicUrl));
    },
  );

  withSchemas(app).post(
    '/api/register/wallet',
    {
      config: { commands: ['RegisterUser'] },
      preHandler: limits.registrations,
      schema: {
        tags,
        summary: 'Register with a wallet in place of a password, and be signed in',
        body: registerByWalletBodySchema,
        response: { 201: sessionUserSchema },
        problems: [
          ...(['registration_closed', 'username_taken', 'username_reserved', 'email_taken'] as const),
          ...(['wallet_taken', 'challenge_invalid', 'proof_invalid', 'unavailable', 'conflict'] as const),
        ],
      },
    },
    async (request, reply) => {
      const { publicUrl } = app.site;
      const browser = browserOf(request);
      const { way, ...member } = await registerByWallet(
        services,
        request.body,
        browser,
        request.id,
        publicUrl,
      );
      return reply.code(201).send(await signInBrowser(services, request, reply, member, way));
    },
  );
}

export function walletSignInRoutes(app: FastifyInstance, services: Services): void {
  const { limits, vault } = services;
  registrationRoutes(app, services);

  withSchemas(app).post(
    '/api/login/wallet/options',
    {
      config: { commands: ['AskToSign'] },
      preHandler: limits.signInOffers,
      schema: {
        tags,
        summary: 'Get the text for a wallet to sign in',
        body: walletSignInOptionsBodySchema,
        response: { 201: walletSignInRequestSchema },
        problems: ['not_provable'],
      },
    },
    async (request, reply) => {
      const browser = nameBrowser(app, request, reply);
      return reply.code(201).send(await askForWallet(vault, request.body, browser, app.site.publicUrl));
    },
  );

  withSchemas(app).post(
    '/api/login/wallet',
    {
      config: { commands: ['SignIn'] },
      preHandler: limits.logIns,
      schema: {
        tags,
        summary: 'Sign in with a wallet',
        body: walletAnswerSchema,
        response: { 200: sessionUserSchema },
        problems: [
          ...(['sign_in_text_invalid', 'proof_invalid', 'wallet_unknown', 'wallet_not_admitted'] as const),
          ...(['suspended', 'unavailable'] as const),
        ],
      },
    },
    async (request, reply) => {
      const browser = browserOf(request);
      const answer = request.body;
      const { way, ...member } = await signInByWallet(services, answer, browser, app.site.publicUrl);
      return signInBrowser(services, request, reply, member, way);
    },
  );
}
