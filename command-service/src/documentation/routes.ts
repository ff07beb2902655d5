import { documentPath } from '@pmcw/contracts';
import type { FastifyInstance } from 'fastify';

/** For query services in other processes, which merge it with their own. Proxies never forward the path. */
export function documentRoutes(app: FastifyInstance): void {
  app.get(documentPath, { config: { session: false }, schema: { hide: true } }, () => app.swagger());
}
