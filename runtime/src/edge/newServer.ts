import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError, texts } from '@pmcw/contracts';
import fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { drain, drainBytes, isArriving } from './drain.ts';
import { plainProblem } from './rawProblem.ts';
import { brokenRequest, endWhenBroken, refuseRaw, SocketRequest } from './rawSocket.ts';

/** Options of a server. */
export interface ServerOptions {
  /** Silent when missing. */
  readonly logger?: FastifyBaseLogger | undefined;
  /** Proxies that may name a request and its address; none when missing. */
  readonly trustProxy?: readonly string[] | undefined;
  /** Longest time for a whole request to arrive, in milliseconds (default 30 seconds). */
  readonly arriveWithinMs?: number | undefined;
  /** Answers requests that Fastify refuses before any hook runs. */
  readonly frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
}

/** Reads the rest of a request's body within the bounds of its server; see `drain`. */
type Drained = (request: IncomingMessage) => Promise<boolean>;

/** Largest body in bytes, unless a route allows more: a message of 4,000 characters, escaped, fits four times. */
const bodyLimit = 128 * 1024;

/** Most that a plugin or a hook may take while the server starts, in milliseconds: a busy machine takes its time. */
const startWithinMs = 120_000;
/** How long closing waits for reads, in milliseconds. */
const readsMs = 2_000;
/** Largest headers in bytes, as in the proxy in front. */
const headerLimit = 16 * 1024;

/**
 * Closing waits for every connection, and Node ends idle ones only if they have asked before and were answered when it
 * starts. Browsers open some in advance, which have not asked, and keep those on which an answer was under way: they would
 * hold the server for a minute.
 */
function closeConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    // For its whole life: Node takes its own listener off when it hands a connection over.
    endWhenBroken(socket);
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

/** Reads in hand have a moment to be answered when the server closes; then they are cut off, for they can be asked again. */
function cutReadsOff(app: FastifyInstance): void {
  const reading = new Set<ServerResponse>();
  app.addHook('onRequest', async ({ method }, { raw }) => {
    if (method !== 'GET' && method !== 'HEAD') return;
    reading.add(raw);
    raw.once('close', () => reading.delete(raw));
  });
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const response of reading) response.destroy();
    }, readsMs).unref();
  });
}

/** Answers wait until the rest of a body that nobody read is through; beyond the bounds the connection is closed. */
function drainBodies(app: FastifyInstance, drained: Drained): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!isArriving(raw)) return;
    // Fastify closes after each body that it did not take.
    if (await drained(raw)) void reply.removeHeader('connection');
    else void reply.header('connection', 'close');
  });
}

/** An `Expect` that HTTP does not know. */
function refuseExpectations(app: FastifyInstance, drained: Drained): void {
  app.server.on('checkExpectation', (request, response) => {
    const refusal = new ProblemError('invalid_input', texts.refusals.invalidInput);
    const { headers, body } = plainProblem(refusal);
    void drained(request).then(() => response.writeHead(refusal.status, headers).end(body));
  });
}

/** A request is not done when its connection was refused, because it was too slow: its client takes it for failed. */
function dropRefusedRequests(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ raw }, reply) => {
    if (raw.socket.writableEnded) void reply.hijack();
  });
}

/** Connections that can't be accepted are the kernel's trouble of the moment; those that are open continue. */
function surviveRefusedConnections(app: FastifyInstance, logger: FastifyBaseLogger | undefined): void {
  app.server.once('listening', () => {
    app.server.on('error', (error) => logger?.warn({ err: error }, 'a connection could not be accepted'));
  });
}

/**
 * A Fastify with deadlines, limits and listeners on everything that can break, not yet listening. Every HTTP server of the
 * product is made here. Closing lets running requests finish.
 */
export function newServer(options: ServerOptions): FastifyInstance {
  const { logger, trustProxy = [], arriveWithinMs = 30_000, frameworkErrors } = options;
  const closing = new AbortController();
  // Each body that is read to its end listens to it.
  setMaxListeners(0, closing.signal);
  const limits = { bytes: drainBytes, ms: arriveWithinMs * (5 / 6) };
  const drained: Drained = (request) => drain(request, limits, closing.signal);
  const app: FastifyInstance = fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    trustProxy: [...trustProxy],
    bodyLimit,
    routerOptions: { maxParamLength: 100 },
    pluginTimeout: startWithinMs,
    // Whatever a handler waits for has a deadline of its own, and downloads take as long as they take.
    handlerTimeout: 0,
    // Its own 503 is no problem answer; `httpBase` refuses while closing.
    return503OnClosing: false,
    // Fastify's own lines hold paths and addresses, which name people.
    logController: new LogController({ disableRequestLogging: true }),
    connectionTimeout: 60_000,
    requestTimeout: arriveWithinMs,
    http: {
      IncomingMessage: SocketRequest,
      maxHeaderSize: headerLimit,
      // Node looks this often for requests that are late. Headers must have less time than the whole request, for Node
      // exchanges the two otherwise: its 60 seconds for headers would be those for bodies.
      connectionsCheckingInterval: Math.floor(arriveWithinMs / 6),
      headersTimeout: Math.floor(arriveWithinMs / 3),
    },
    // More than proxies keep a connection that nobody uses, so that none is closed in the moment in which it is used.
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    // Without any hook.
    frameworkErrors: (error, request, reply) => {
      void drained(request.raw).then(() => frameworkErrors(error, request, reply));
    },
    // The error holds what had arrived, which belongs in no log.
    clientErrorHandler(error: ConnectionError, socket: Socket) {
      // The parser reports again what arrives after a refusal.
      if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
      logger?.debug({ code: error.code }, 'a request was broken');
      refuseRaw(socket, brokenRequest(error.code));
    },
  });
  app.addHook('preClose', async () => closing.abort());
  closeConnections(app);
  cutReadsOff(app);
  drainBodies(app, drained);
  refuseExpectations(app, drained);
  dropRefusedRequests(app);
  surviveRefusedConnections(app, logger);
  return app;
}
