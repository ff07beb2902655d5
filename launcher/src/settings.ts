import {
  databaseUrl,
  type Environment,
  eventStoreUrl,
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

const settingsSchema = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** Address that browsers use; decides the origin that may write and whether cookies are Secure. */
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  /** A PostgreSQL of one's own instead of the embedded one. */
  DATABASE_URL: databaseUrl.optional(),
  /** The log in an EventStoreDB instead of PostgreSQL. */
  EVENTSTORE_URL: eventStoreUrl.optional(),
  ADMIN_PASSWORD: password.optional(),
  /** Master key of the vault; made and kept in the data folder when missing. */
  VAULT_KEY: keyOf32Bytes.optional(),
  /** The master key before this one, while it is being exchanged. */
  VAULT_KEY_PREVIOUS: keyOf32Bytes.optional(),
  /** `off` for tests, load and imports; those on wrong passwords and on mails to a member stay. */
  RATE_LIMITS: rateLimits,
  /** Proxies in front, which may say whose address a request came from. */
  TRUST_PROXY: proxies.optional(),
  /** Folder of the built app; the repository's own build when missing. */
  APP_FILES: z.string().optional(),
  SERVICE_WORKER: serviceWorker,
  /** Where the log's tree and its signed checkpoints are kept; in the data folder when missing. */
  AUDIT_DIR: z.string().optional(),
  /** How long events may wait until a checkpoint is signed over them, in seconds. */
  CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  ...pushSettings,
  /** Where contracts are asked for their signatures; none are when missing. */
  EVM_RPC_URLS: evmRpcUrls.optional(),
  ...mailSettings,
  ...openidSettings,
  LOG_LEVEL: logLevel.default('warn'),
  NODE_ENV: z.string().default('production'),
});

/** Everything that the environment decides (design "HTTP"). */
export type Settings = ReturnType<typeof readLauncherSettings>;

/** The settings of the launcher, complete with an empty environment. @throws SettingsError */
export function readLauncherSettings(environment: Environment) {
  const settings = readSettings(settingsSchema, environment);
  return { ...settings, PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}` };
}
