import path from 'node:path';
import {
  foundationSettings,
  httpUrls,
  mailSettings,
  openidNameSettings,
  processSettings,
  proxies,
  publicUrl,
  rateLimits,
  serviceWorker,
  vapidPublicKey,
} from '@pmcw/runtime';
import { z } from 'zod';

/** Valid from `src` and from `dist`. */
const builtApp = path.resolve(import.meta.dirname, '..', '..', 'pwa', 'dist');

export const environmentSchema = z.object({
  ...processSettings(8082),
  ...foundationSettings,
  PUBLIC_URL: publicUrl,
  APP_FILES: z
    .string()
    .default(builtApp)
    .transform((folder) => path.resolve(folder)),
  /** Keeps the app's hashed files for a week after a release. */
  KEPT_ASSETS: z
    .string()
    .transform((folder) => path.resolve(folder))
    .optional(),
  SERVICE_WORKER: serviceWorker,
  AUDIT_DIR: z.string().optional(),
  /** Their routes are added to `/api/openapi.json`. */
  COMMAND_SERVICE_URL: httpUrls.optional(),
  RATE_LIMITS: rateLimits,
  TRUST_PROXY: proxies.optional(),
  /** Must match the gateways'; the vault's own when missing. */
  VAPID_PUBLIC_KEY: vapidPublicKey.optional(),
  /** As for the command services; enables reset by mail. */
  MAIL_FROM: mailSettings.MAIL_FROM,
  /** As for the command services. */
  ...openidNameSettings,
  /** With `production` only administrators see the GraphQL schema. */
  NODE_ENV: z.string().default('production'),
});
