import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { ProblemError, texts } from '@pmcw/contracts';
import { createHttpServer, type HttpServerOptions } from '@pmcw/http';
import {
  addOperations,
  type CountRequest,
  clientAddress,
  measureRequests,
  type Operations,
  onUpgrade,
  proxyList,
  refuseRaw,
} from '@pmcw/runtime';
import type { FastifyPluginAsync } from 'fastify';
import { createProxyServer } from 'http-proxy-3';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Front } from './front/front.ts';

export interface ServeOptions {
  readonly front: Front;
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly vault: HttpServerOptions['vault'];
  readonly incarnations: HttpServerOptions['incarnations'];
  readonly registry: Registry;
  readonly operations: Operations;
  readonly countRequest?: CountRequest | undefined;
  readonly shedsLoad?: boolean | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  readonly socketsPort: number;
  readonly services: readonly FastifyPluginAsync[];
}

export interface Server {
  /** From now on requests and sockets are answered. */
  open(): void;
  /** Lets running requests finish. */
  close(): Promise<void>;
}

function waitOf({
  countRequest = () => 0,
  trustProxy = [],
}: ServeOptions): (request: IncomingMessage) => number {
  const isProxy = proxyList(trustProxy);
  return ({ socket, headers }) => {
    const forwardedFor = [headers['x-forwarded-for'] ?? ''].flat().join(',');
    return countRequest(clientAddress(socket.remoteAddress ?? '', forwardedFor, isProxy));
  };
}

const gatewayMs = 10_000;

const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

function passSocketsThrough(options: ServeOptions): () => void {
  const { socketsPort, logger } = options;
  const retryAfterOf = waitOf(options);
  const proxy = createProxyServer({ target: `http://127.0.0.1:${socketsPort}`, ws: true });
  const passed = new WeakSet<object>();
  proxy.on('error', (error, _request, socket) => {
    logger.debug({ err: error }, 'a socket to the gateway broke');
    if (!(socket instanceof Duplex)) return;
    if (passed.has(socket)) socket.destroy();
    else refuseRaw(socket, busy());
  });
  proxy.on('proxyReqWs', (upstreamRequest, _request, socket) => {
    upstreamRequest.setTimeout(gatewayMs, () => upstreamRequest.destroy(new Error('The gateway is silent')));
    onUpgrade(upstreamRequest, (_response, upstream) => {
      passed.add(socket);
      // After the gateway has closed, data from the browser would not be read, and the socket would never end.
      upstream.once('close', () => socket.destroySoon());
    });
  });
  onUpgrade(options.front.server, (request, socket, head) => {
    const retryAfter = retryAfterOf(request);
    if (retryAfter > 0) {
      const { tooMany } = texts.refusals;
      refuseRaw(socket, new ProblemError('too_many_requests', tooMany, { retryAfter }));
    } else proxy.ws(request, socket, head);
  });
  return () => proxy.close();
}

export async function serve(options: ServeOptions): Promise<Server> {
  const { front, vault, publicUrl, incarnations, logger, countRequest, shedsLoad, trustProxy } = options;
  const app = await createHttpServer({
    ...{ vault, publicUrl, incarnations, logger, countRequest, shedsLoad, trustProxy },
  });
  measureRequests(app, options.registry);
  addOperations(app, options.operations);
  for (const service of options.services) await app.register(service);
  // Before the services close.
  app.addHook('preClose', () => front.close());
  await app.ready();
  let closeProxy = () => {};
  return {
    open() {
      closeProxy = passSocketsThrough(options);
      front.passTo(app);
    },
    async close() {
      closeProxy();
      await app.close();
    },
  };
}
