import {
  type Dispatch,
  type DispatchMessages,
  type DispatchResults,
  dispatchAnswerSchema,
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

interface Dispatches {
  readonly dispatch: Dispatch;
  readonly dispatchMessages: DispatchMessages;
}

/** Gateways have authorized the members; the secret authorizes the gateway. */
export function dispatchRoutes(
  app: FastifyInstance,
  { dispatch, dispatchMessages }: Dispatches,
  secret: string,
): void {
  withSchemas(app).post(
    dispatchPath,
    {
      config: { session: false, origin: 'any', limited: false },
      onRequest: guard(secret),
      schema: { hide: true, body: dispatchBodySchema, response: { 200: dispatchAnswerSchema } },
    },
    async ({ body }) => {
      if ('messages' in body) {
        const { messages } = body;
        const correlationId = messages[0]?.context.correlationId ?? '';
        return stepOf(correlationId, 'dispatch', async () => resultsOf(await dispatchMessages(messages)));
      }
      const { command, context } = body;
      return stepOf(context.correlationId, 'dispatch', () => dispatch(command, context));
    },
  );
}

function resultsOf(ends: Awaited<ReturnType<DispatchMessages>>): DispatchResults {
  const results = ends.map((end) =>
    end instanceof ProblemError ? { problem: end.toProblem(), retryAfter: end.retryAfter } : { outcome: end },
  );
  return { results };
}
