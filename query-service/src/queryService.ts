import { type HttpBaseOptions, httpBase } from '@pmcw/http';
import type { Checks } from '@pmcw/runtime';
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify';
import { administratorsOnly } from './accounts/administrators.ts';
import { addAccountRoutes } from './accounts/routes.ts';
import { addApp } from './app/routes.ts';
import { addDirectoryRoutes } from './directory/routes.ts';
import { CatchUp } from './freshness/catchUp.ts';
import { upToDateWith } from './freshness/upToDate.ts';
import { addGraphql } from './graphql/routes.ts';
import { addMessageRoutes } from './messages/routes.ts';
import { addModerationRoutes } from './moderation/routes.ts';
import { addProfileRoutes } from './profiles/routes.ts';
import { openReadModels } from './storage/database.ts';
import { addVerificationRoutes } from './verification/routes.ts';

/** What the query service needs. */
export interface QueryServiceOptions extends HttpBaseOptions {
  /** Database of the read models. */
  readonly connectionString: string;
  /** Folder of the built app; without it only the API is served. */
  readonly appFiles?: string;
  /** In production the GraphQL schema is shown to administrators only. */
  readonly production: boolean;
  readonly logger?: FastifyBaseLogger;
  /** Longest that a query waits for the position that it brings along, in milliseconds (default 2,000). */
  readonly readYourWritesMs?: number;
  /** Longest statement, in milliseconds (default 5,000). */
  readonly statementTimeoutMs?: number;
}

/** The reading half of the product. */
export interface QueryService {
  /** For a server with `httpBase`, in any order with other services; alone, it brings `httpBase` along. */
  readonly plugin: FastifyPluginAsync;
  /** Readiness: the read models answer. */
  readonly checks: Checks;
  /** Gives the connections back; call it after the server has closed. */
  close(): Promise<void>;
}

/** Answers queries from the read models: REST, GraphQL, OpenAPI, and the app's files and pages. */
export function createQueryService(options: QueryServiceOptions): QueryService {
  const { connectionString, vault, publicUrl, appFiles, production, logger } = options;
  const db = openReadModels(connectionString, logger, options.statementTimeoutMs);
  const catchUp = new CatchUp(db, logger, options.readYourWritesMs);
  const deps = { db, catchUp, upToDate: upToDateWith(catchUp) };

  const plugin: FastifyPluginAsync = async (app) => {
    if (!app.hasDecorator('site')) await app.register(httpBase, { vault, publicUrl });
    addAccountRoutes(app, deps);
    addProfileRoutes(app, deps);
    addDirectoryRoutes(app, deps);
    addMessageRoutes(app, deps);
    await app.register(async (scope) => {
      administratorsOnly(scope, deps);
      addModerationRoutes(scope, deps);
      addVerificationRoutes(scope, deps);
    });
    await addGraphql(app, deps, { production });
    app.get(
      '/api/openapi.json',
      { config: { session: false }, schema: { tags: ['documentation'], summary: 'This document' } },
      () => app.swagger(),
    );
    if (appFiles !== undefined) await addApp(app, deps, appFiles);
  };
  const checks: Checks = {
    readModels: async () => {
      // Not there before a projector has run for the first time.
      await db.selectFrom('projections.checkpoints').select('model').execute();
      return { ok: true };
    },
  };
  return { plugin, checks, close: () => db.destroy() };
}
