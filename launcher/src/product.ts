import { createCommandService } from '@pmcw/command-service';
import { createGateway } from '@pmcw/gateway';
import { createProjector } from '@pmcw/projections';
import { createQueryService } from '@pmcw/query-service';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { openFoundation } from './foundation.ts';
import type { Opened } from './opened.ts';
import { serve } from './serve.ts';

/** What `startProduct` needs to know. */
export interface ProductOptions {
  readonly connectionString: string;
  readonly masterKey: Uint8Array;
  readonly adminPassword: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** Folder of the built app. */
  readonly appFiles: string;
  readonly production: boolean;
  readonly rateLimits: 'on' | 'off';
  readonly logger: Logger;
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
export async function startProduct(opened: Opened, options: ProductOptions): Promise<Product> {
  const { connectionString, publicUrl, logger } = options;
  const registry = new Registry();
  const { eventStore, vault } = await openFoundation(opened, connectionString, options.masterKey, logger);

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
    limits: options.rateLimits === 'off' ? { framesBurst: Number.POSITIVE_INFINITY } : {},
  });
  opened.add(() => gateway.close());
  const sockets = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const server = await serve({
    ...options,
    vault,
    registry,
    eventStore,
    projector,
    socketsPort: sockets.port,
    services: [commandService.plugin, queryService.plugin],
  });
  // Together: the server waits for open sockets, and the gateway is what closes them.
  opened.add(() => Promise.all([server.close(), gateway.close()]));
  return { port: server.port, administrator };
}
