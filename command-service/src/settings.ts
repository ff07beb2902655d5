import {
  evmRpcUrls,
  foundationSettings,
  httpUrl,
  mailSettings,
  openidSettings,
  password,
  processSettings,
  proxies,
  publicUrl,
  pushServices,
  rateLimits,
  sharedSecret,
} from '@pmcw/runtime';
import { z } from 'zod';

export const settingsSchema = z.object({
  ...processSettings(8081),
  ...foundationSettings,
  PUBLIC_URL: publicUrl,
  /** Of the first administrator. */
  ADMIN_PASSWORD: password.optional(),
  DISPATCH_SECRET: sharedSecret.describe('shared with the gateways and the notary: openssl rand -hex 32'),
  /** Signs receipts. */
  NOTARY_URL: httpUrl.optional(),
  RATE_LIMITS: rateLimits,
  TRUST_PROXY: proxies.optional(),
  PUSH_SERVICES: pushServices.optional(),
  /** JSON-RPC addresses. */
  EVM_RPC_URLS: evmRpcUrls.optional(),
  ...mailSettings,
  ...openidSettings,
});
