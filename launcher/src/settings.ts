import { socketEngines } from '@pmcw/gateway';
import {
  databaseUrl,
  type Environment,
  eventStoreUrl,
  everyProcess,
  evmRpcUrls,
  httpUrl,
  keyOf32Bytes,
  logLevel,
  mailSettings,
  openidSettings,
  password,
  port,
  proxies,
  pushSettings,
  rateLimits,
  readSettings,
  serviceWorker,
} from '@pmcw/runtime';
import { z } from 'zod';

const environmentSchema = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  EVENTSTORE_URL: eventStoreUrl.optional(),
  ADMIN_PASSWORD: password.optional(),
  /** By default made and stored in the data folder. */
  VAULT_KEY: keyOf32Bytes.optional(),
  /** The previous master key, during an exchange. */
  VAULT_KEY_PREVIOUS: keyOf32Bytes.optional(),
  /** `off` for tests, load and imports; limits on wrong passwords and on mails to a member stay. */
  RATE_LIMITS: rateLimits,
  TRUST_PROXY: proxies.optional(),
  /** By default the repository's own build. */
  APP_FILES: z.string().optional(),
  SERVICE_WORKER: serviceWorker,
  /** Tree and signed checkpoints of the log; by default in the data folder. */
  AUDIT_DIR: z.string().optional(),
  CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  ...pushSettings,
  /** By default uWebSockets.js, or `ws` where it has no binary. */
  SOCKET_ENGINE: z.enum(socketEngines).optional(),
  EVM_RPC_URLS: evmRpcUrls.optional(),
  ...mailSettings,
  ...openidSettings,
  LOG_LEVEL: logLevel.default('warn'),
  ...everyProcess,
  NODE_ENV: z.string().default('production'),
});

export type Settings = ReturnType<typeof readLauncherSettings>;

/** Complete with an empty environment. @throws SettingsError */
export function readLauncherSettings(environment: Environment) {
  const settings = readSettings(environmentSchema, environment);
  return { ...settings, PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}` };
}
