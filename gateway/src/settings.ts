import {
  foundationSettings,
  httpUrls,
  processSettings,
  proxies,
  publicUrl,
  pushSettings,
  rateLimits,
  sharedSecret,
} from '@pmcw/runtime';
import { z } from 'zod';
import { socketEngines } from './sockets/engines/engine.ts';

export const environmentSchema = z.object({
  ...processSettings(8083),
  ...foundationSettings,
  PUBLIC_URL: publicUrl,
  COMMAND_SERVICE_URL: httpUrls.describe('http://host:8081, or several of them separated by commas'),
  DISPATCH_SECRET: sharedSecret.describe('shared with the command services: openssl rand -hex 32'),
  RATE_LIMITS: rateLimits,
  TRUST_PROXY: proxies.optional(),
  ...pushSettings,
  SOCKET_ENGINE: z.enum(socketEngines).optional(),
});
