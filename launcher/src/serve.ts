import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError, texts } from '@pmcw/contracts';
import { createHttpServer, rawProblem } from '@pmcw/http';
import {
  addOperations,
  type CountRequest,
  clientAddress,
  measureRequests,
  type Operations,
  proxyList,
} from '@pmcw/runtime';
import type { Vault } from '@pmcw/vault';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { createProxyServer } from 'http-proxy-3';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

/** What the one public server of the launcher is made of. */
export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly vault: Vault;
  readonly registry: Registry;
  readonly operations: Operations;
  /** Counts requests and upgrades together, by address; none are counted when missing. */
  readonly countRequest?: CountRequest | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  /** Port of the gateway on loopback, to which `/ws` is passed through. */
  readonly socketsPort: number;
  readonly services: readonly FastifyPluginAsync[];
}

/** A listening server. */
export interface Server {
  readonly port: number;
  /** Takes no new requests and resolves when those in hand are answered. */
  close(): Promise<void>;
}

/** How long an address that asks too often has to wait before an upgrade, in seconds; 0 when it may go on. */
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

/** Passes `/ws` upgrades to the gateway as they are; every other upgrade is refused. */
function passSocketsThrough(app: FastifyInstance, options: ServeOptions): () => void {
  const { socketsPort, logger } = options;
  const retryAfterOf = waitOf(options);
  const proxy = createProxyServer({ target: `http://127.0.0.1:${socketsPort}`, ws: true });
  proxy.on('error', (error, _request, socket) => {
    logger.debug({ err: error }, 'a socket to the gateway broke');
    if ('destroy' in socket) socket.destroy();
  });
  // What the browser says after the gateway has gone is read by nobody: such a socket would never be done.
  proxy.on('proxyReqWs', (upstreamRequest, _request, socket) => {
    upstreamRequest.once('upgrade', (_response, upstream: Socket) => {
      upstream.once('close', () => socket.destroySoon());
    });
  });
  app.server.on('upgrade', (request, socket, head) => {
    const retryAfter = retryAfterOf(request);
    if (retryAfter > 0) {
      const { tooMany } = texts.refusals;
      socket.end(rawProblem(new ProblemError('too_many_requests', tooMany, { retryAfter })));
    } else if (request.url === '/ws') proxy.ws(request, socket, head);
    else socket.destroy();
  });
  return () => proxy.close();
}

/** Serves all parts from one port: the API, the app's files, and `/ws` passed through to the gateway. */
export async function serve(options: ServeOptions): Promise<Server> {
  const { vault, publicUrl, logger, countRequest, trustProxy } = options;
  const app = await createHttpServer({ vault, publicUrl, logger, countRequest, trustProxy });
  measureRequests(app, options.registry);
  addOperations(app, options.operations);
  for (const service of options.services) await app.register(service);
  const closeProxy = passSocketsThrough(app, options);
  await app.listen({ host: options.host, port: options.port });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    async close() {
      closeProxy();
      await app.close();
    },
  };
}
