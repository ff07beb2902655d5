import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits, ProblemError, texts } from '@pmcw/contracts';
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

export interface ServerOptions {
  readonly logger?: FastifyBaseLogger | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  /** Default 30 seconds. */
  readonly arriveWithinMs?: number | undefined;
  readonly frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void;
}

type Drained = (request: IncomingMessage) => Promise<boolean>;

/** Routes may allow more. */
const bodyLimit = 128 * 1024;

const readsMs = 2_000;
const headerLimit = 16 * 1024;

/**
 * Destroys connections that would delay closing, such as those that browsers open in advance; Node closes only those
 * idle after a request.
 */
function closeConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    // Permanently, because Node removes its own listener when it hands a connection over.
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

/** Cuts off reads after a short time when the server closes: they can be retried. */
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

/** Delays answers until an unread body has arrived; beyond the limits the connection is closed. */
function drainBodies(app: FastifyInstance, drained: Drained): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!isArriving(raw)) return;
    // Fastify sets `close` after an unread body.
    if (await drained(raw)) void reply.removeHeader('connection');
    else void reply.header('connection', 'close');
  });
}

function refuseExpectations(app: FastifyInstance, drained: Drained): void {
  app.server.on('checkExpectation', (request, response) => {
    const refusal = new ProblemError('invalid_input', texts.refusals.invalidInput);
    const { headers, body } = plainProblem(refusal);
    void drained(request).then(() => response.writeHead(refusal.status, headers).end(body));
  });
}

/** A request whose connection was refused as too slow must not be executed: the client considers it failed. */
function dropRefusedRequests(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ raw }, reply) => {
    if (raw.socket.writableEnded) void reply.hijack();
  });
}

/** Ignores connections that can't be accepted, a temporary problem of the kernel. */
function surviveRefusedConnections(app: FastifyInstance, logger: FastifyBaseLogger | undefined): void {
  app.server.once('listening', () => {
    app.server.on('error', (error) => logger?.warn({ err: error }, 'a connection could not be accepted'));
  });
}

/** Creates a Fastify with deadlines, limits and error listeners. Closing lets running requests finish. */
export function newServer(options: ServerOptions): FastifyInstance {
  const { logger, trustProxy = [], arriveWithinMs = 30_000, frameworkErrors } = options;
  const closing = new AbortController();
  // Each body that is being read adds a listener.
  setMaxListeners(0, closing.signal);
  const drainLimits = { bytes: drainBytes, ms: arriveWithinMs * (5 / 6) };
  const drained: Drained = (request) => drain(request, drainLimits, closing.signal);
  const app: FastifyInstance = fastify({
    ...(logger === undefined ? {} : { loggerInstance: logger }),
    trustProxy: [...trustProxy],
    bodyLimit,
    // Addresses are the longest: some of Cardano's have more than Fastify's 100 characters.
    routerOptions: { maxParamLength: limits.walletAddressMax },
    // No deadline: on a busy machine, a start takes as long as it takes.
    pluginTimeout: 0,
    // Handlers have their own deadlines, and downloads may take any time.
    handlerTimeout: 0,
    // Its own 503 is not a problem document; `httpBase` refuses while closing.
    return503OnClosing: false,
    // Fastify's own lines contain paths and addresses, which are personal.
    logController: new LogController({ disableRequestLogging: true }),
    connectionTimeout: 60_000,
    requestTimeout: arriveWithinMs,
    http: {
      IncomingMessage: SocketRequest,
      maxHeaderSize: headerLimit,
      // Interval of checks for late requests. Headers need a shorter limit than the whole request, otherwise Node swaps
      // the two, and its 60 seconds for headers would apply to bodies.
      connectionsCheckingInterval: Math.floor(arriveWithinMs / 6),
      headersTimeout: Math.floor(arriveWithinMs / 3),
    },
    // Longer than proxies keep idle connections, so that none closes just when it is used.
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 0,
    // Called without hooks.
    frameworkErrors: (error, request, reply) => {
      void drained(request.raw).then(() => frameworkErrors(error, request, reply));
    },
    // The error contains the received data, which must not be logged.
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
