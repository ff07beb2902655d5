import { type HttpBaseOptions, httpBase, onlyReads } from '@pmcw/http';
import type { Check, Incarnations } from '@pmcw/runtime';
import type { Sessions } from '@pmcw/vault';
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import { administratorsOnly } from './accounts/administrators.ts';
import { addExportRoutes, type ExportLimit } from './accounts/export/routes.ts';
import { addAccountRoutes } from './accounts/routes.ts';
import { addSessionRoutes } from './accounts/sessionRoutes.ts';
import { addSignInMethodRoutes, type KeptWays, type NamedProvider } from './accounts/signInMethods.ts';
import { addSignInOptionsRoutes } from './accounts/signInOptionsRoutes.ts';
import { keepAssets } from './app/keptAssets.ts';
import { addApp } from './app/routes.ts';
import { addActivityRoutes } from './audit/activityRoutes.ts';
import { addProofRoutes } from './audit/proofRoutes.ts';
import type { Proofs } from './audit/proofs.ts';
import type { Streams } from './audit/record.ts';
import { addAuditRoutes } from './audit/routes.ts';
import { addContactRoutes } from './contacts/routes.ts';
import { addDirectoryRoutes } from './directory/routes.ts';
import { addDocumentation } from './documentation/routes.ts';
import { addDraftRoutes, type DraftReader } from './drafts/routes.ts';
import { CatchUp } from './freshness/catchUp.ts';
import { Made } from './freshness/made.ts';
import { readModelsChecks } from './freshness/readModelsCheck.ts';
import { upToDateWith } from './freshness/upToDate.ts';
import { addGraphql } from './graphql/routes.ts';
import { addMediaRoutes, type KeptMedia } from './media/routes.ts';
import { addMessageRoutes } from './messages/routes.ts';
import { addModerationRoutes } from './moderation/routes.ts';
import { addNotificationRoutes, addPublishedNotificationRoutes } from './notifications/routes.ts';
import { addProfileRoutes } from './profiles/routes.ts';
import { addSignedProfileRoutes, type ProfileKeys } from './profiles/signedRoutes.ts';
import { addPushRoutes } from './push/routes.ts';
import { addReportRoutes } from './reports/routes.ts';
import { addAdminSettingsRoutes, addSettingsRoutes } from './settings/routes.ts';
import { addPictureRoutes } from './sharing/routes.ts';
import { openReadModels, Waiting } from './storage/database.ts';
import { addVerificationRoutes } from './verification/routes.ts';

export interface QueryServiceOptions extends HttpBaseOptions {
  readonly vault: {
    readonly sessions: Pick<Sessions, 'find' | 'all' | 'ended' | 'isFresh'>;
    readonly media: KeptMedia;
    readonly drafts: DraftReader;
    readonly passkeys: KeptWays['passkeys'];
    readonly openidLinks: KeptWays['openidLinks'];
    readonly exports: NonNullable<ExportLimit>;
    readonly profileKeys: ProfileKeys;
  };
  /** `off` disables the limit of downloads of own data. */
  readonly rateLimits?: 'on' | 'off';
  /** For records of the history and members' own data. */
  readonly streams: Streams;
  /** Of the log that the read models should follow. */
  readonly incarnations: Incarnations;
  /** Without them nothing can be proved. */
  readonly proofs?: Proofs | undefined;
  readonly pushKey: () => Promise<string>;
  readonly sendsMail?: boolean;
  readonly openid?: NamedProvider | undefined;
  readonly connectionString: string;
  /** Folder of the built app; without it only the API is served. */
  readonly appFiles?: string;
  /** Keeps the app's hashed files for a week. */
  readonly keptAssets?: string | undefined;
  readonly serviceWorker?: 'on' | 'off';
  readonly commandServices?: readonly string[];
  /** In production only administrators see the GraphQL schema. */
  readonly production: boolean;
  readonly logger?: FastifyBaseLogger;
  /** Longest wait for a requested position (default 2,000). */
  readonly readYourWritesMs?: number;
  /** Default 5,000. */
  readonly statementTimeoutMs?: number;
}

export interface QueryService {
  /** Registers `httpBase` if the server has none; otherwise in any order with other services. */
  readonly plugin: FastifyPluginAsync;
  readonly checks: { readonly readModels: Check; readonly freshness: Check };
  /** Call it after the server has closed. */
  close(): Promise<void>;
}

export function createQueryService(options: QueryServiceOptions): QueryService {
  const { connectionString, vault, publicUrl, appFiles, production, logger, commandServices = [] } = options;
  const { rateLimits = 'on' } = options;
  const waiting = new Waiting();
  const db = openReadModels(connectionString, logger, options.statementTimeoutMs, waiting);
  const { incarnations } = options;
  const catchUp = new CatchUp({
    db,
    log: options.streams,
    incarnations,
    logger,
    waitMs: options.readYourWritesMs,
  });
  const made = new Made(db);
  const deps = { db, catchUp, upToDate: upToDateWith(catchUp, made) };

  const routes: FastifyPluginAsync = async (app) => {
    app.setErrorHandler(async (error) => {
      throw await made.explain(error);
    });
    addAccountRoutes(app, deps);
    addSessionRoutes(app, vault.sessions);
    addSignInOptionsRoutes(app, {
      resetByMail: options.sendsMail ?? false,
      openid: options.openid === undefined ? null : { label: options.openid.label },
    });
    addSignInMethodRoutes(app, deps, vault, options.openid);
    addActivityRoutes(app, deps);
    const log = options.streams;
    addExportRoutes(
      app,
      deps,
      { log, provider: options.openid, ...vault },
      rateLimits === 'off' ? undefined : vault.exports,
    );
    addProofRoutes(app, deps, options.proofs ?? null);
    addProfileRoutes(app, deps);
    addSignedProfileRoutes(app, deps, { keys: vault.profileKeys, publicUrl });
    addDirectoryRoutes(app, deps);
    addContactRoutes(app, deps);
    addMessageRoutes(app, deps, { log, incarnations });
    addPushRoutes(app, options.pushKey);
    addDraftRoutes(app, deps, vault.drafts);
    addMediaRoutes(app, deps, vault.media);
    await addPictureRoutes(app, deps, vault.media);
    addNotificationRoutes(app, deps);
    addSettingsRoutes(app, deps);
    await app.register(async (scope) => {
      administratorsOnly(scope, deps);
      addModerationRoutes(scope, deps);
      addAuditRoutes(scope, deps, options.streams, vault.sessions);
      addVerificationRoutes(scope, deps);
      addReportRoutes(scope, deps, options.streams);
      addAdminSettingsRoutes(scope, deps);
      addPublishedNotificationRoutes(scope, deps);
    });
    await addGraphql(app, deps, { production, streams: options.streams });
    addDocumentation(app, commandServices);
    if (appFiles === undefined) return;
    const { keptAssets, serviceWorker = 'on' } = options;
    const kept = keptAssets === undefined ? null : await keepAssets(appFiles, keptAssets, logger);
    app.addHook('onClose', async () => kept?.close());
    await addApp(app, deps, {
      appFiles,
      serviceWorker,
      keptAssets: kept === null ? undefined : keptAssets,
    });
  };
  const plugin: FastifyPluginAsync = async (app) => {
    if (!app.hasDecorator('site')) await app.register(httpBase, { vault, publicUrl, incarnations });
    app.overload.watch(() => waiting.longestMs(), onlyReads);
    await app.register(routes);
  };
  const checks = readModelsChecks(db, options.streams);
  return { plugin, checks, close: () => db.destroy() };
}
