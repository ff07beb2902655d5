import { addOperations, type Operations } from '@pmcw/runtime';
import type { FastifyInstance } from 'fastify';
import type { CommandService } from './commandService.ts';
import { dispatchRoutes } from './dispatch/routes.ts';
import { documentRoutes } from './documentation/routes.ts';

export interface ProcessParts {
  readonly service: CommandService;
  readonly operations: Operations;
  /** Authorizes gateways. */
  readonly secret: string;
}

export async function addProcessRoutes(
  app: FastifyInstance,
  { service, operations, secret }: ProcessParts,
): Promise<void> {
  addOperations(app, operations);
  await app.register(service.plugin);
  documentRoutes(app);
  dispatchRoutes(app, service, secret);
}
