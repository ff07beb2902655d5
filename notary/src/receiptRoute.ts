import { deletionSchema, receiptPath } from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';
import { bearerCheck } from '@pmcw/runtime';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Notary } from './notary.ts';

export interface ReceiptRouteOptions {
  readonly notary: Pick<Notary, 'receiptOf'>;
  readonly secret: string;
  readonly logger: Pick<Logger, 'error'>;
}

/**
 * `POST /internal/receipts`. 404 if the log has no such deletion or this process is a standby; 503 if the log is down.
 */
export function addReceiptRoute(app: FastifyInstance, { notary, secret, logger }: ReceiptRouteOptions): void {
  const isKnown = bearerCheck(secret);
  app.post(receiptPath, { bodyLimit: 1_024 }, async (request, reply) => {
    if (!isKnown(request.headers.authorization)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    }
    const { success, output } = v.safeParse(deletionSchema, request.body);
    if (!success) return reply.code(400).send();
    try {
      return (await notary.receiptOf(output)) ?? reply.code(404).send();
    } catch (error) {
      logger.error({ err: error }, 'a receipt could not be signed');
      return reply.code(503).header('retry-after', 1).send();
    }
  });
}
