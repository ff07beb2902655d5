import { settingsSchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { findSettings } from './queries.ts';

const tags = ['settings'];

export function addSettingsRoutes(app: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(app).get(
    '/api/settings',
    {
      config: { session: false },
      preHandler: upToDate('settings'),
      schema: {
        tags,
        summary: 'The token, the group and whether newcomers may register',
        response: { 200: settingsSchema },
      },
    },
    () => findSettings(db),
  );
}

/** For a scope restricted to administrators. */
export function addAdminSettingsRoutes(scope: FastifyInstance, { db, upToDate }: Deps): void {
  withSchemas(scope).get(
    '/api/admin/settings',
    {
      preHandler: upToDate('settings'),
      schema: { tags, summary: 'The settings of the site', response: { 200: settingsSchema } },
    },
    () => findSettings(db),
  );
}
