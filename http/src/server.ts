import type { Socket } from 'node:net';
import { ProblemError, texts } from '@pmcw/contracts';
import fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { type HttpBaseOptions, httpBase } from './base.ts';
import { answerError } from './problems.ts';
import { rawProblem } from './rawProblem.ts';
import { requestIds } from './requests.ts';
import { securityHeaders } from './securityHeaders.ts';
import { siteOf } from './site.ts';

/** What a server needs beside `httpBase`. */
export interface HttpServerOptions extends HttpBaseOptions {
  /** A pino logger; silent when missing. */
  readonly logger?: FastifyBaseLogger;
  /** How long a whole request may take to arrive, in milliseconds (default 30 seconds). */
  readonly arriveWithinMs?: number;
}

/** Largest body in bytes, unless a route allows more: a message of 4,000 characters, escaped, fits four times. */
const bodyLimit = 128 * 1024;

/**
 * Closing waits for every connection, and ends idle ones only if they have asked before and were answered when it begins.
 * Browsers open some in advance, which have not asked, and keep those on which an answer was under way: they would hold
 * the server for a minute.
 */
function letGoOfConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return socket.destroy();
    open.add(socket);
    return socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.destroySoon();
  });
}

/** What the parser refuses before there is a request, by its codes. */
function brokenRequest(code: string | undefined): ProblemError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request_timeout', texts.refusals.tooSlow);
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('headers_too_large', texts.refusals.tooLarge);
    default:
      return new ProblemError('invalid_input', texts.refusals.invalidInput);
  }
}

/** An `Expect` that HTTP does not know. */
function refuseExpectations(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.server.on('checkExpectation', (request, response) => {
    const refusal = new ProblemError('invalid_input', texts.refusals.invalidInput);
    request.resume();
    const body = JSON.stringify(refusal.toProblem());
    const own = { 'content-type': 'application/problem+json; charset=utf-8', 'content-length': body.length };
    response.writeHead(refusal.status, { ...headers, ...own }).end(body);
  });
}

/** A server with `httpBase` on it, not yet listening. Closing it lets running requests finish. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { logger, arriveWithinMs = 30_000, ...base } = options;
  const { trustProxy = [] } = base;
  const requestIdOf = requestIds(trustProxy);
  const headers = securityHeaders(siteOf(options.publicUrl));
  const app: FastifyInstance = fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    trustProxy: [...trustProxy],
    bodyLimit,
    // Its own 503 is no problem answer; `httpBase` refuses while closing.
    return503OnClosing: false,
    // Fastify's own lines hold paths and addresses, which name people; `httpBase` writes its own.
    logController: new LogController({ disableRequestLogging: true }),
    connectionTimeout: 60_000,
    requestTimeout: arriveWithinMs,
    // Node looks this often for requests that are late. Headers must have less time than the whole request, for Node
    // exchanges the two otherwise: its 60 seconds for headers would be those for bodies.
    http: { connectionsCheckingInterval: arriveWithinMs / 6, headersTimeout: arriveWithinMs / 3 },
    keepAliveTimeout: 72_000,
    // Broken URLs are refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      const own = { ...headers, 'cache-control': 'no-store' };
      void reply.headers(own).header('x-request-id', requestIdOf(request.raw));
      return answerError(error, request, reply);
    },
    // The error holds what had arrived, which is nobody's to log.
    clientErrorHandler(error: ConnectionError, socket: Socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      logger?.debug({ code: error.code }, 'a request was broken');
      if (socket.writable) socket.write(rawProblem(brokenRequest(error.code)));
      socket.destroy();
    },
  });
  refuseExpectations(app, headers);
  letGoOfConnections(app);
  await app.register(httpBase, base);
  return app;
}
