import { passkeyLoginBodySchema, passkeyRequestSchema, sessionUserSchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import { signInBrowser } from '../accounts/signInBrowser.ts';
import type { Services } from '../services.ts';
import { browserOf, nameBrowser } from './askedBrowser.ts';
import { askForPasskey, signInByPasskey } from './passkeySignIn.ts';

const tags = ['accounts'];

export function passkeySignInRoutes(app: FastifyInstance, services: Services): void {
  const { limits } = services;

  withSchemas(app).post(
    '/api/login/passkey/options',
    {
      config: { commands: ['AskToSign'] },
      preHandler: limits.signInOffers,
      schema: {
        tags,
        summary: 'Get the challenge for a passkey to sign in',
        response: { 201: passkeyRequestSchema },
      },
    },
    async (request, reply) => {
      const browser = nameBrowser(app, request, reply);
      return reply.code(201).send(await askForPasskey(services.vault, browser, app.site.publicUrl));
    },
  );

  withSchemas(app).post(
    '/api/login/passkey',
    {
      config: { commands: ['SignIn'] },
      preHandler: limits.logIns,
      schema: {
        tags,
        summary: 'Sign in with a passkey',
        body: passkeyLoginBodySchema,
        response: { 200: sessionUserSchema },
        problems: ['passkey_invalid', 'passkey_unknown', 'suspended'],
      },
    },
    async (request, reply) => {
      const browser = browserOf(request);
      const { credential } = request.body;
      const { way, ...member } = await signInByPasskey(services, credential, browser, app.site.publicUrl);
      return signInBrowser(services, request, reply, member, way);
    },
  );
}
