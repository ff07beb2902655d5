import { documentPath } from '@pmcw/contracts';
import type { FastifyInstance } from 'fastify';

/**
 * `GET /internal/openapi.json`: the OpenAPI document of this process, for query services in other processes, which put
 * it together with their own. It holds no secret; proxies never forward the path all the same.
 */
export function documentRoutes(app: FastifyInstance): void {
  app.get(documentPath, { config: { session: false }, schema: { hide: true } }, () => app.swagger());
}
