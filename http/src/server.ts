import type { Socket } from 'node:net';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { type HttpBaseOptions, httpBase } from './base.ts';
import { answerError } from './problems.ts';

/** What a server needs beside `httpBase`. */
export interface HttpServerOptions extends HttpBaseOptions {
  /** A pino logger; silent when missing. */
  readonly logger?: FastifyBaseLogger;
  /** Which proxies may say whose address a request came from; none when missing. */
  readonly trustProxy?: FastifyServerOptions['trustProxy'] | undefined;
}

/** Largest body in bytes, unless a route allows more: a message of 4,000 characters, escaped, fits four times. */
const bodyLimit = 128 * 1024;

/**
 * Closing waits for every connection, and ends idle ones only if they have asked before. Browsers open some in
 * advance, which have not: those would hold the server for a minute.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}

/** A server with `httpBase` on it, not yet listening. Closing it lets running requests finish. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { logger, trustProxy = false, ...base } = options;
  const app: FastifyInstance = fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    trustProxy,
    bodyLimit,
    // Fastify's own lines hold paths and addresses, which name people; `httpBase` writes its own.
    logController: new LogController({ disableRequestLogging: true }),
    connectionTimeout: 60_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Broken URLs are refused before any hook runs.
    frameworkErrors: answerError,
  });
  closeUnusedConnections(app);
  await app.register(httpBase, base);
  return app;
}
