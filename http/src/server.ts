import { newServer, type ServerOptions } from '@pmcw/runtime';
import type { FastifyInstance } from 'fastify';
import { type HttpBaseOptions, httpBase } from './base.ts';
import { errorAnswerer } from './problems.ts';
import { requestIds } from './requests.ts';
import { securityHeaders } from './securityHeaders.ts';
import { siteOf } from './site.ts';

export interface SiteServerOptions extends Omit<ServerOptions, 'frameworkErrors'> {
  readonly publicUrl: string;
}

/** `logger` is silent by default; a whole request may take `arriveWithinMs` to arrive. */
export type HttpServerOptions = HttpBaseOptions & SiteServerOptions;

/** Without sessions and problem documents, except for requests that no hook sees. */
export function newSiteServer({
  publicUrl,
  trustProxy = [],
  ...options
}: SiteServerOptions): FastifyInstance {
  const requestIdOf = requestIds(trustProxy);
  const headers = securityHeaders(siteOf(publicUrl));
  const app = newServer({
    ...options,
    trustProxy,
    // Before any hook runs.
    frameworkErrors: (error, request, reply) => {
      const own = { ...headers, 'cache-control': 'no-store' };
      void reply.headers(own).header('x-request-id', requestIdOf(request.raw));
      return answerError(error, request, reply);
    },
  });
  const answerError = errorAnswerer(app.log);
  return app;
}

/** Closing it lets running requests finish. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { logger, arriveWithinMs, ...base } = options;
  const { publicUrl, trustProxy } = base;
  const app = newSiteServer({ logger, arriveWithinMs, publicUrl, trustProxy });
  await app.register(httpBase, base);
  return app;
}
