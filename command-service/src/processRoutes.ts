import { addOperations, type Operations } from '@pmcw/runtime';
import type { FastifyInstance } from 'fastify';
import type { CommandService } from './commandService.ts';
import { dispatchRoutes } from './dispatch/routes.ts';
import { documentRoutes } from './documentation/routes.ts';

/** What a command service in a process of its own answers. */
export interface ProcessParts {
  readonly service: CommandService;
  readonly operations: Operations;
  /** What gateways prove themselves by. */
  readonly secret: string;
}

/** Adds every route of such a process: those of members, of operators, and of other processes. */
export async function addProcessRoutes(
  app: FastifyInstance,
  { service, operations, secret }: ProcessParts,
): Promise<void> {
  addOperations(app, operations);
  await app.register(service.plugin);
  documentRoutes(app);
  dispatchRoutes(app, service.dispatch, secret);
}
