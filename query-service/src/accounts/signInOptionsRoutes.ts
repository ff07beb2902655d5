import { type SignInOptions, signInOptionsSchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';

/** `GET /api/sign-in-options`: what the settings of the servers offer at the log-in. */
export function addSignInOptionsRoutes(app: FastifyInstance, options: SignInOptions): void {
  withSchemas(app).get(
    '/api/sign-in-options',
    {
      config: { session: false },
      schema: {
        tags: ['accounts'],
        summary: 'What there is at the log-in beside username and password',
        response: { 200: signInOptionsSchema },
      },
    },
    async () => options,
  );
}
