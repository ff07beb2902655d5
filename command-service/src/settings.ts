import {
  foundationSettings,
  password,
  processSettings,
  proxies,
  publicUrl,
  sharedSecret,
} from '@pmcw/runtime';
import { z } from 'zod';

/** Settings of a command service with a process of its own. */
export const settingsSchema = z.object({
  ...processSettings(8081),
  ...foundationSettings,
  PUBLIC_URL: publicUrl,
  /** Of the first administrator, who is made with it where there is none. */
  ADMIN_PASSWORD: password.optional(),
  DISPATCH_SECRET: sharedSecret.describe('shared with the gateways: openssl rand -hex 32'),
  TRUST_PROXY: proxies.optional(),
});
