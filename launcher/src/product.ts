import {
  createCommandService,
  followerChecks,
  type MailOptions,
  type OpenidOptions,
} from '@pmcw/command-service';
import {
  createGateway,
  followingCheck,
  type PushOptions,
  type SocketEngine,
  webPushCheck,
} from '@pmcw/gateway';
import {
  type AuditFolder,
  measureNotary,
  Notary,
  type NotaryOptions,
  notaryCheck,
  SignedTree,
} from '@pmcw/notary';
import { createProjectionsChecks, openProjector, threadNeeds } from '@pmcw/projections';
import { createQueryService, readModelConnections } from '@pmcw/query-service';
import {
  CannotStartError,
  createOperations,
  type FoundationSettings,
  type OpeningTools,
  openFoundation,
  requestRates,
} from '@pmcw/runtime';
import type { Logger } from 'pino';
import type { Front } from './front/front.ts';
import { untilPrepared } from './front/untilPrepared.ts';
import { serve } from './serve.ts';

export interface ProductOptions {
  readonly foundation: FoundationSettings;
  /** Resolves when the database is given up; never when missing. */
  readonly databaseDied?: Promise<unknown>;
  /** Called only if the administrator has no password yet. */
  readonly firstAdminPassword: () => Promise<string>;
  readonly front: Front;
  readonly publicUrl: string;
  readonly audit: AuditFolder;
  /** Default: a minute. */
  readonly checkpointEveryMs?: number;
  readonly appFiles: string;
  /** Default: only the current files are served. */
  readonly keptAssets?: string;
  readonly serviceWorker?: 'on' | 'off';
  /** Overrides the vault's pair for web push. */
  readonly vapidKeys?: PushOptions['keys'];
  /** Default: the known ones. */
  readonly pushServices?: PushOptions['services'];
  /** Default: uWebSockets.js, or `ws` where it has no binary. */
  readonly socketEngine?: SocketEngine | undefined;
  /** JSON-RPC addresses by EVM network. */
  readonly evmRpcUrls?: Readonly<Record<string, string>> | undefined;
  readonly mail?: Omit<MailOptions, 'publicUrl'> | undefined;
  readonly openid?: OpenidOptions | undefined;
  readonly production: boolean;
  readonly rateLimits: 'on' | 'off';
  /** Default: yes. */
  readonly shedsLoad?: boolean | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  /** Writes the read models in a thread; by default they are written here, which starts faster. */
  readonly projectorProgram?: URL | undefined;
  /** Of the thread; the process reports its own. */
  readonly traceReceiver?: string | undefined;
  /** Gets the percentage of a preparation. */
  readonly onProgress?: (percent: number) => void;
}

const needs = { ...threadNeeds, connections: threadNeeds.connections + readModelConnections };

export interface Product {
  readonly administrator: 'created' | 'present';
}

/**
 * Every part in this process on one port. Resolves when it is ready. Adds to `opened`, also when it fails half-way;
 * closing finishes running requests.
 */
export async function startProduct(
  tools: OpeningTools & { readonly logger: Logger },
  options: ProductOptions,
): Promise<Product> {
  const { opened, logger, registry } = tools;
  const { foundation, publicUrl, rateLimits, audit, checkpointEveryMs = 60_000 } = options;
  const connectionString = foundation.DATABASE_URL;
  const { front } = options;
  const opening = openFoundation({ ...foundation, needs }, tools, front.refuse);
  const { eventStore, log, vault, incarnations, pulse, checks: own } = await opening;
  // Appends to a dead database would delay stopping.
  if (log.engine === 'postgres') void options.databaseDied?.then(() => log.close());

  const notary = await startNotary({ log, folder: audit, checkpointEveryMs }, logger);
  opened.add(() => notary.stop());
  measureNotary(registry, notary, log);
  const signedTree = new SignedTree(audit);
  opened.add(() => signedTree.close());

  const projector = openProjector({
    ...{ eventStore, incarnations, logger, registry },
    program: options.projectorProgram,
    settings: {
      ...foundation,
      LOG_LEVEL: logger.level,
      OTEL_EXPORTER_OTLP_ENDPOINT: options.traceReceiver,
    },
  });
  opened.add(() => projector.stop());
  // Loading its program takes as long as all that follows.
  const projecting = projector.start();
  projecting.catch(() => undefined);
  const { vapidKeys, pushServices, mail, openid } = options;
  const commandService = createCommandService({
    eventStore,
    vault,
    logger,
    registry,
    rateLimits,
    pushServices,
    evmRpcUrls: options.evmRpcUrls,
    profileChecks: { publicUrl },
    mail: mail && { ...mail, publicUrl },
    openid: openid && { ...openid, publicUrl },
    receiptOf: (deletion) => notary.receiptOf(deletion),
  });
  opened.add(() => commandService.close());
  await commandService.start();
  const administrator = await commandService.ensureAdministrator(options.firstAdminPassword);
  const { appFiles, keptAssets, serviceWorker, production } = options;
  const queryService = createQueryService({
    connectionString,
    vault,
    streams: eventStore,
    incarnations,
    proofs: { tree: signedTree, stored: log },
    publicUrl,
    appFiles,
    keptAssets,
    ...(serviceWorker === undefined ? {} : { serviceWorker }),
    production,
    rateLimits,
    sendsMail: mail !== undefined,
    openid,
    pushKey: async () => (vapidKeys ?? (await vault.push.keys())).publicKey,
    logger,
  });
  opened.add(() => queryService.close());
  const gateway = createGateway({
    eventStore,
    incarnations,
    sessions: vault.sessions,
    drafts: vault.drafts,
    snapshots: vault.snapshots,
    push: {
      push: vault.push,
      bookmarks: vault.bookmarks,
      keys: vapidKeys,
      services: pushServices,
    },
    dispatch: commandService.dispatch,
    dispatchMessages: commandService.dispatchMessages,
    publicUrl,
    logger,
    registry,
    engine: options.socketEngine,
    limits: rateLimits === 'off' ? { framesBurst: Number.POSITIVE_INFINITY } : {},
  });
  opened.add(() => gateway.close());
  const sockets = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const checks = {
    ...own,
    ...queryService.checks,
    projections: createProjectionsChecks(pulse, projector).projections,
    following: followingCheck(gateway, pulse),
    webPush: webPushCheck(gateway, pulse),
    ...followerChecks(commandService.followers, pulse),
    notary: notaryCheck(notary, pulse),
  };
  const server = await serve({
    ...options,
    vault,
    incarnations,
    logger,
    registry,
    countRequest: requestRates(rateLimits),
    operations: createOperations({ part: 'npm start', registry, checks, logger, stopping: tools.stopping }),
    socketsPort: sockets.port,
    services: [commandService.plugin, queryService.plugin],
  });
  // Together: the server waits for open sockets, which the gateway closes.
  opened.add(() => Promise.all([server.close(), gateway.close()]));
  await projecting;
  await untilPrepared({
    prepared: () => projector.prepared(),
    onProgress(share) {
      front.report(share);
      options.onProgress?.(front.percent);
    },
    logger,
    stopping: tools.stopping,
  });
  server.open();
  return { administrator };
}

/** @throws CannotStartError if the log is not the signed one, or another process signs it */
async function startNotary(options: Omit<NotaryOptions, 'onFailure'>, logger: Logger): Promise<Notary> {
  const onFailure = (error: unknown) =>
    logger.error({ err: error }, 'could not follow or sign the log; trying again');
  const notary = await Notary.start({ ...options, onFailure });
  if (notary.status.state !== 'standby') return notary;
  await notary.stop();
  throw new CannotStartError(`Another process signs the log: it has locked ${options.folder.lock}`);
}
