import { settingsSchema } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { findSettings } from './queries.ts';

const tags = ['settings'];

/** `GET /api/settings`: what pages for everybody need to know of the site. */
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

/** `GET /api/admin/settings`, in a scope for administrators only. */
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
