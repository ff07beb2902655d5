import { createCommandService } from '@pmcw/command-service';
import { createGateway } from '@pmcw/gateway';
import { createProjector, projectionsCheck } from '@pmcw/projections';
import { createQueryService } from '@pmcw/query-service';
import { createOperations, type FoundationSettings, type OpeningTools, openFoundation } from '@pmcw/runtime';
import type { Logger } from 'pino';
import { serve } from './serve.ts';

/** What `startProduct` needs to know. */
export interface ProductOptions {
  readonly foundation: FoundationSettings;
  readonly adminPassword: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** Folder of the built app. */
  readonly appFiles: string;
  readonly production: boolean;
  readonly rateLimits: 'on' | 'off';
}

/** Every part, running. */
export interface Product {
  /** The port that was bound, also when 0 was asked for. */
  readonly port: number;
  /** Whether the first administrator was made by this start. */
  readonly administrator: 'created' | 'present';
}

/**
 * Starts every part in this process and serves them from one port. What it opens it adds to `opened`, also when it
 * fails half-way; closing that takes no new requests, finishes those in hand, then closes part by part.
 */
export async function startProduct(
  tools: OpeningTools & { readonly logger: Logger },
  options: ProductOptions,
): Promise<Product> {
  const { opened, logger, registry } = tools;
  const { foundation, publicUrl } = options;
  const connectionString = foundation.DATABASE_URL;
  const { eventStore, vault } = await openFoundation(foundation, tools);

  const projector = createProjector({ eventStore, connectionString, logger, registry });
  opened.add(() => projector.stop());
  await projector.start();
  const commandService = createCommandService({ eventStore, vault, logger });
  opened.add(() => commandService.close());
  await commandService.start();
  const administrator = await commandService.ensureAdministrator(options.adminPassword);
  const { appFiles, production } = options;
  const queryService = createQueryService({
    connectionString,
    vault,
    publicUrl,
    appFiles,
    production,
    logger,
  });
  opened.add(() => queryService.close());
  const gateway = createGateway({
    eventStore,
    sessions: vault.sessions,
    dispatch: commandService.dispatch,
    publicUrl,
    logger,
    registry,
    limits: options.rateLimits === 'off' ? { framesBurst: Number.POSITIVE_INFINITY } : {},
  });
  opened.add(() => gateway.close());
  const sockets = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const checks = { projections: () => projectionsCheck(eventStore, projector) };
  const server = await serve({
    ...options,
    vault,
    logger,
    registry,
    operations: createOperations({ registry, checks, logger }),
    socketsPort: sockets.port,
    services: [commandService.plugin, queryService.plugin],
  });
  // Together: the server waits for open sockets, and the gateway is what closes them.
  opened.add(() => Promise.all([server.close(), gateway.close()]));
  return { port: server.port, administrator };
}
