import { newServer } from '@pmcw/runtime';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type HttpBaseOptions, httpBase } from './base.ts';
import { answerError } from './problems.ts';
import { requestIds } from './requests.ts';
import { securityHeaders } from './securityHeaders.ts';
import { siteOf } from './site.ts';

export interface HttpServerOptions extends HttpBaseOptions {
  /** Silent by default. */
  readonly logger?: FastifyBaseLogger;
  /** For a whole request to arrive (default 30 seconds). */
  readonly arriveWithinMs?: number;
}

/** Closing it lets running requests finish. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { logger, arriveWithinMs, ...base } = options;
  const { trustProxy = [] } = base;
  const requestIdOf = requestIds(trustProxy);
  const headers = securityHeaders(siteOf(options.publicUrl));
  const app = newServer({
    logger,
    trustProxy,
    arriveWithinMs,
    // Before any hook runs.
    frameworkErrors: (error, request, reply) => {
      const own = { ...headers, 'cache-control': 'no-store' };
      void reply.headers(own).header('x-request-id', requestIdOf(request.raw));
      return answerError(error, request, reply);
    },
  });
  await app.register(httpBase, base);
  return app;
}
