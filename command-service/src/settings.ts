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

/** Settings of a command service with a process of its own. */
export const settingsSchema = z.object({
  ...processSettings(8081),
  ...foundationSettings,
  PUBLIC_URL: publicUrl,
  /** Of the first administrator, who is made with it where there is none. */
  ADMIN_PASSWORD: password.optional(),
  DISPATCH_SECRET: sharedSecret.describe('shared with the gateways and the notary: openssl rand -hex 32'),
  /** Who signs receipts for members who leave; they get none when missing. */
  NOTARY_URL: httpUrl.optional(),
  RATE_LIMITS: rateLimits,
  TRUST_PROXY: proxies.optional(),
  PUSH_SERVICES: pushServices.optional(),
  /** Where contracts are asked for their signatures; none are when missing. */
  EVM_RPC_URLS: evmRpcUrls.optional(),
  ...mailSettings,
  ...openidSettings,
});
