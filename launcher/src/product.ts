import { createCommandService, type MailOptions, type OpenidOptions } from '@pmcw/command-service';
import { createGateway, followingCheck, type PushOptions } from '@pmcw/gateway';
import {
  type AuditFolder,
  measureNotary,
  Notary,
  type NotaryOptions,
  notaryCheck,
  SignedTree,
} from '@pmcw/notary';
import { createProjectionsCheck, createProjector } from '@pmcw/projections';
import { createQueryService } from '@pmcw/query-service';
import {
  CannotStartError,
  createOperations,
  type FoundationSettings,
  type OpeningTools,
  openFoundation,
  requestRates,
} from '@pmcw/runtime';
import type { Logger } from 'pino';
import { serve } from './serve.ts';

/** What `startProduct` needs to know. */
export interface ProductOptions {
  readonly foundation: FoundationSettings;
  /** Resolves when the database is gone for good; never when missing. */
  readonly databaseDied?: Promise<unknown>;
  readonly adminPassword: string;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  /** Where the log's tree and its signed checkpoints are kept. */
  readonly audit: AuditFolder;
  /** How long events may wait for a checkpoint, in milliseconds; a minute when missing. */
  readonly checkpointEveryMs?: number;
  /** Folder of the built app. */
  readonly appFiles: string;
  /** Where the app's hashed files outlive their build; only the current ones are served when missing. */
  readonly keptAssets?: string;
  /** `off` takes a service worker that misbehaves out of browsers; `on` when missing. */
  readonly serviceWorker?: 'on' | 'off';
  /** A pair for web push in the place of the vault's own. */
  readonly vapidKeys?: PushOptions['keys'];
  /** Push services that browsers may name; those that are known when missing. */
  readonly pushServices?: PushOptions['services'];
  /** Addresses of JSON-RPC by the code of their EVM network; no contracts are asked when missing. */
  readonly evmRpcUrls?: Readonly<Record<string, string>> | undefined;
  /** Where mails go and whom they are from; none are sent when missing. */
  readonly mail?: Omit<MailOptions, 'publicUrl'> | undefined;
  /** The OpenID provider by which members sign in, too; none when missing. */
  readonly openid?: OpenidOptions | undefined;
  readonly production: boolean;
  readonly rateLimits: 'on' | 'off';
  /** Addresses and networks of proxies in front; none when missing. */
  readonly trustProxy?: readonly string[] | undefined;
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
  const { foundation, publicUrl, rateLimits, audit, checkpointEveryMs = 60_000 } = options;
  const connectionString = foundation.DATABASE_URL;
  const { host, port } = options;
  const { eventStore, log, vault, checks: own } = await openFoundation(foundation, tools, { host, port });
  // What is being appended there can't be, and stopping would wait for it.
  if (log.engine === 'postgres') void options.databaseDied?.then(() => log.close());

  const notary = await startNotary({ log, folder: audit, checkpointEveryMs }, logger);
  opened.add(() => notary.stop());
  measureNotary(registry, notary, log);
  const signedTree = new SignedTree(audit);
  opened.add(() => signedTree.close());

  const projector = createProjector({ eventStore, connectionString, logger, registry });
  opened.add(() => projector.stop());
  await projector.start();
  const { vapidKeys, pushServices, mail, openid } = options;
  const commandService = createCommandService({
    eventStore,
    vault,
    logger,
    registry,
    rateLimits,
    pushServices,
    evmRpcUrls: options.evmRpcUrls,
    mail: mail && { ...mail, publicUrl },
    openid: openid && { ...openid, publicUrl },
    receiptOf: (deletion) => notary.receiptOf(deletion),
  });
  opened.add(() => commandService.close());
  await commandService.start();
  const administrator = await commandService.ensureAdministrator(options.adminPassword);
  const { appFiles, keptAssets, serviceWorker, production } = options;
  const queryService = createQueryService({
    connectionString,
    vault,
    streams: eventStore,
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
    publicUrl,
    logger,
    registry,
    limits: rateLimits === 'off' ? { framesBurst: Number.POSITIVE_INFINITY } : {},
  });
  opened.add(() => gateway.close());
  const sockets = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const checks = {
    ...own,
    ...commandService.checks,
    ...queryService.checks,
    projections: createProjectionsCheck(log, projector),
    following: async () => followingCheck(gateway.stats()),
    notary: () => notaryCheck(notary, log),
  };
  const server = await serve({
    ...options,
    vault,
    logger,
    registry,
    countRequest: requestRates(rateLimits),
    operations: createOperations({ registry, checks, logger }),
    socketsPort: sockets.port,
    services: [commandService.plugin, queryService.plugin],
  });
  // Together: the server waits for open sockets, and the gateway is what closes them.
  opened.add(() => Promise.all([server.close(), gateway.close()]));
  return { port: server.port, administrator };
}

/** @throws CannotStartError when the log is not the one that was signed, or another process signs it */
async function startNotary(options: Omit<NotaryOptions, 'onFailure'>, logger: Logger): Promise<Notary> {
  const onFailure = (error: unknown) =>
    logger.error({ err: error }, 'could not follow or sign the log; trying again');
  const notary = await Notary.start({ ...options, onFailure });
  if (notary.status.state !== 'standby') return notary;
  await notary.stop();
  throw new CannotStartError(`Another process signs the log: it has locked ${options.folder.lock}`);
}
