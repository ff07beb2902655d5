import { pushKeySchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';

/** `GET /api/push-key`: what a browser needs to subscribe. @param publicKey of the pair that the gateways send with */
export function addPushRoutes(app: FastifyInstance, publicKey: () => Promise<string>): void {
  withSchemas(app).get(
    '/api/push-key',
    {
      config: { session: false },
      schema: {
        tags: ['messages'],
        summary: 'The key by which push services know this product',
        response: { 200: pushKeySchema },
      },
    },
    async () => ({ publicKey: await publicKey() }),
  );
}
