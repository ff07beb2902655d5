import { pushKeySchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';

/** `GET /api/push-key`. @param publicKey of the pair that the gateways use */
export function addPushRoutes(app: FastifyInstance, publicKey: () => Promise<string>): void {
  withSchemas(app).get(
    '/api/push-key',
    {
      config: { session: false },
      schema: {
        tags: ['messages'],
        summary: 'The public key for push subscriptions',
        response: { 200: pushKeySchema },
      },
    },
    async () => ({ publicKey: await publicKey() }),
  );
}
