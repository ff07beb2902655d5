import {
  commandOutcomeSchema,
  type Dispatch,
  dispatchBodySchema,
  dispatchMark,
  dispatchPath,
  ProblemError,
} from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import { stepOf } from '@pmcw/resilience/tracing';
import { bearerCheck } from '@pmcw/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

function guard(secret: string) {
  const isKnown = bearerCheck(secret);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!isKnown(request.headers.authorization)) {
      void reply.header('www-authenticate', 'Bearer');
      throw new ProblemError('not_signed_in', 'The dispatch secret is missing or wrong.');
    }
    void reply.header(dispatchMark, '1');
  };
}

/** Gateways have authorized the members; the secret authorizes the gateway. */
export function dispatchRoutes(app: FastifyInstance, dispatch: Dispatch, secret: string): void {
  withSchemas(app).post(
    dispatchPath,
    {
      config: { session: false, origin: 'any', limited: false },
      onRequest: guard(secret),
      schema: { hide: true, body: dispatchBodySchema, response: { 200: commandOutcomeSchema } },
    },
    ({ body: { command, context } }) =>
      stepOf(context.correlationId, 'dispatch', () => dispatch(command, context)),
  );
}
