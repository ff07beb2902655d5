import type { Socket } from 'node:net';
import { createHttpServer } from '@pmcw/http';
import { addOperations, measureRequests, type Operations } from '@pmcw/runtime';
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

/** Passes `/ws` upgrades to the gateway as they are; every other upgrade is refused. */
function passSocketsThrough(app: FastifyInstance, { socketsPort, logger }: ServeOptions): () => void {
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
    if (request.url === '/ws') proxy.ws(request, socket, head);
    else socket.destroy();
  });
  return () => proxy.close();
}

/** Serves all parts from one port: the API, the app's files, and `/ws` passed through to the gateway. */
export async function serve(options: ServeOptions): Promise<Server> {
  const { vault, publicUrl, logger } = options;
  const app = await createHttpServer({ vault, publicUrl, logger });
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
