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

/** Where `npm run build` puts the app; the same from `src` and from `dist`. */
const builtApp = path.resolve(import.meta.dirname, '..', '..', 'pwa', 'dist');

/** Settings of a query service with a process of its own. */
export const settingsSchema = z.object({
  ...processSettings(8082),
  ...foundationSettings,
  PUBLIC_URL: publicUrl,
  /** Folder of the built app. */
  APP_FILES: z
    .string()
    .default(builtApp)
    .transform((folder) => path.resolve(folder)),
  /** Folder that outlives builds: the app's hashed files stay there for a week after a release. */
  KEPT_ASSETS: z
    .string()
    .transform((folder) => path.resolve(folder))
    .optional(),
  SERVICE_WORKER: serviceWorker,
  /** Where a notary writes what it signs; nothing is proved when missing. */
  AUDIT_DIR: z.string().optional(),
  /** One or several command services, for `/api/openapi.json` to name their routes too. */
  COMMAND_SERVICE_URL: httpUrls.optional(),
  RATE_LIMITS: rateLimits,
  TRUST_PROXY: proxies.optional(),
  /** Of the pair that the gateways were given; the vault's own when missing. */
  VAPID_PUBLIC_KEY: vapidPublicKey.optional(),
  /** Of the command services, which then help who forgot a password by mail. */
  MAIL_FROM: mailSettings.MAIL_FROM,
  /** Of the command services, too, by which members then sign in. */
  ...openidNameSettings,
  /** `production` shows the GraphQL schema to administrators only. */
  NODE_ENV: z.string().default('production'),
});
