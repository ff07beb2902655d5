import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65535);

const keyOf32Bytes = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64 (openssl rand -base64 32)',
  )
  .transform((text) => Buffer.from(text, 'base64'));

const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);

const settingsSchema = z
  .object({
    PORT: port.default(8080),
    HOST: z.string().min(1).default('127.0.0.1'),
    /** Address that browsers use; decides the origin that may write and whether cookies are Secure. */
    PUBLIC_URL: httpUrl.optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    /** A PostgreSQL of one's own instead of the embedded one. */
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
    /** Master key of the vault; made and kept in the data folder when missing. */
    VAULT_KEY: keyOf32Bytes.optional(),
    /** `off` for tests, load and imports; the one on wrong passwords stays. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
    NODE_ENV: z.string().default('production'),
  })
  .transform((settings) => ({
    ...settings,
    PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
  }));

/** Everything that the environment decides (design "HTTP"). */
export type Settings = z.infer<typeof settingsSchema>;

/** Some settings can't be used; the message has a line for each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the settings from the environment; empty variables count as missing.
 * @throws SettingsError that names each variable that can't be used and why
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = settingsSchema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(`These settings can't be used:\n${lines.join('\n')}`);
}
