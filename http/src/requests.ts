import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { ProblemError, requestIdSchema, texts } from '@pmcw/contracts';
import { newCorrelationId } from '@pmcw/resilience/tracing';
import type { CountRequest } from '@pmcw/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';

/** Accepts UUIDs of trusted proxies only, because ids remain in the log, unsealed. */
export function requestIds(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isAcceptable = v.is(requestIdSchema, given) && isTrusted(socket.remoteAddress ?? '', 0);
    return isAcceptable ? given : newCorrelationId();
  };
}

/** Before anything else. @throws ProblemError `too_many_requests` */
export function limitRequests(countRequest: CountRequest) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.routeOptions.config.limited === false) return;
    const retryAfter = countRequest(request.ip);
    if (retryAfter > 0) throw new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter });
  };
}

/** @throws ProblemError `foreign_origin` */
export async function checkOrigin(request: FastifyRequest): Promise<void> {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  if (request.routeOptions.config.origin === 'any') return;
  const { origin } = request.headers;
  if (origin === undefined || !request.server.site.origins.has(origin)) {
    throw new ProblemError('foreign_origin', texts.refusals.foreignOrigin);
  }
}

/** An empty body counts as none, whatever its type. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
}

export async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method } = request;
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.debug({ method, route: request.routeOptions.url, status: reply.statusCode, ms }, 'answered');
}
