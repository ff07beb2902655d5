import { type SignInOptions, signInOptionsSchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';

export function addSignInOptionsRoutes(app: FastifyInstance, options: SignInOptions): void {
  withSchemas(app).get(
    '/api/sign-in-options',
    {
      config: { session: false },
      schema: {
        tags: ['accounts'],
        summary: 'Ways to sign in beside username and password',
        response: { 200: signInOptionsSchema },
      },
    },
    async () => options,
  );
}
