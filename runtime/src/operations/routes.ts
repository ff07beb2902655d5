import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { newServer } from '../edge/newServer.ts';
import { type Operations, operationPaths } from './operations.ts';

/** Without sessions, so that no database is needed. */
export function addOperations(app: FastifyInstance, operations: Operations): void {
  for (const path of operationPaths) {
    app.get(path, { config: { session: false, limited: false } }, async (_request, reply) => {
      const { status, contentType, body } = await operations.answer(path);
      return reply.code(status).type(contentType).header('cache-control', 'no-store').send(body);
    });
  }
}

/** By route pattern, because paths are personal. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

export async function serveOperations(
  operations: Operations,
  { host, port }: ListenOptions,
  addRoutes: (app: FastifyInstance) => void = () => undefined,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const app = newServer({
    arriveWithinMs: 10_000,
    frameworkErrors: (error, _request, reply) => void reply.send(error),
  });
  addOperations(app, operations);
  addRoutes(app);
  await app.listen({ host, port });
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return { port: bound, close: () => app.close() };
}
