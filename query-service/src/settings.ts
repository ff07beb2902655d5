import path from 'node:path';
import { processSettings, proxies, publicUrl, vaultSettings } from '@pmcw/runtime';
import { z } from 'zod';

/** Where `npm run build` puts the app; the same from `src` and from `dist`. */
const builtApp = path.resolve(import.meta.dirname, '..', '..', 'pwa', 'dist');

/** Settings of a query service with a process of its own. */
export const settingsSchema = z.object({
  ...processSettings(8082),
  ...vaultSettings,
  PUBLIC_URL: publicUrl,
  /** Folder of the built app. */
  APP_FILES: z
    .string()
    .default(builtApp)
    .transform((folder) => path.resolve(folder)),
  TRUST_PROXY: proxies.optional(),
  /** `production` shows the GraphQL schema to administrators only. */
  NODE_ENV: z.string().default('production'),
});
