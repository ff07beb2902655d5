import { deletionSchema, receiptPath } from '@pmcw/contracts';
import { bearerCheck, type RuntimeLogger } from '@pmcw/runtime';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Notary } from './notary.ts';

/** What the route of receipts needs. */
export interface ReceiptRouteOptions {
  readonly notary: Pick<Notary, 'receiptOf'>;
  /** What command services prove themselves by. */
  readonly secret: string;
  readonly logger: Pick<RuntimeLogger, 'error'>;
}

/**
 * `POST /internal/receipts`: a receipt for a deletion, to command services. 404 when the log has none there, or this
 * process only stands by; 503 when the log is away.
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
