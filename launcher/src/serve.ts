import type { Socket } from 'node:net';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import { createHttpServer } from '@pmcw/http';
import type { Projector } from '@pmcw/projections';
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
  readonly eventStore: EventStore<ProductEvents>;
  readonly projector: Projector;
  readonly registry: Registry;
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

/** Most positions that a read model may be behind while the product still calls itself ready. */
const readyLag = 10_000n;
const healthTimeoutMs = 2_000;

/** Whether the log answers and the read models are near its head. */
async function readiness({ eventStore, projector }: ServeOptions) {
  const deadline = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('no answer in time')), healthTimeoutMs).unref();
  });
  const [head, models] = await Promise.race([Promise.all([eventStore.head(), projector.status()]), deadline]);
  const projections = models.map(({ name, state, position, lag }) => ({
    name,
    state,
    position: String(position),
    lag: String(lag),
  }));
  const ready = models.every(({ state, lag }) => state !== 'poisoned' && BigInt(lag) <= readyLag);
  return { ready, body: { ready, head: String(head), projections } };
}

function addOperations(app: FastifyInstance, options: ServeOptions): void {
  app.get('/healthz', { config: { session: false } }, async () => ({ alive: true }));
  app.get('/readyz', { config: { session: false } }, async (_request, reply) => {
    const { ready, body } = await readiness(options).catch((error: unknown) => {
      options.logger.warn({ err: error }, 'not ready');
      return { ready: false, body: { ready: false } };
    });
    return reply.status(ready ? 200 : 503).send(body);
  });
  app.get('/metrics', { config: { session: false } }, async (_request, reply) =>
    reply.type(options.registry.contentType).send(await options.registry.metrics()),
  );
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
  addOperations(app, options);
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
