import { z } from 'zod';
import { databaseUrl, eventStoreUrl, httpUrl, keyOf32Bytes, logLevel, port } from './kinds.ts';

/** Settings of every process: where it listens, and how much it logs. */
export const processSettings = (defaultPort: number) => ({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(defaultPort),
  LOG_LEVEL: logLevel.default('info'),
});

/** Settings of the vault, and of whatever else is in its database. */
export const vaultSettings = {
  DATABASE_URL: databaseUrl.describe('postgres://user:password@host/database'),
  VAULT_KEY: keyOf32Bytes.describe('32 bytes in base64, the same for all processes: openssl rand -base64 32'),
  /** The master key before this one, while it is being exchanged. */
  VAULT_KEY_PREVIOUS: keyOf32Bytes.optional(),
};

/** Settings of log and vault. */
export const foundationSettings = {
  ...vaultSettings,
  /** The log in an EventStoreDB; in the database when missing. */
  EVENTSTORE_URL: eventStoreUrl.optional(),
};

/** The address that browsers use: decides which origin may write, and with https makes cookies `Secure`. */
export const publicUrl = httpUrl.describe('the address that people type, e.g. https://pmcw.example');

/** `off` for tests, load and imports; the limit on wrong passwords stays. */
export const rateLimits = z.enum(['on', 'off']).default('on');
