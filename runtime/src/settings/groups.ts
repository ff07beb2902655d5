import { z } from 'zod';
import {
  databaseUrl,
  eventStoreUrl,
  httpUrl,
  keyOf32Bytes,
  logLevel,
  mailFrom,
  oidcIssuer,
  port,
  pushServices,
  smtpUrl,
  traceReceiver,
  vapidPrivateKey,
  vapidPublicKey,
} from './kinds.ts';
import { SettingsError } from './readSettings.ts';

export const everyProcess = {
  /** Seconds for which a process serves after SIGTERM, not ready, so that balancers can leave it. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).optional(),
  /** Receives traces. OpenTelemetry's SDK also reads its headers and time-outs from the environment. */
  OTEL_EXPORTER_OTLP_ENDPOINT: traceReceiver.optional(),
};

export const processSettings = (defaultPort: number) => ({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(defaultPort),
  LOG_LEVEL: logLevel.default('info'),
  ...everyProcess,
});

export const vaultSettings = {
  DATABASE_URL: databaseUrl.describe('postgres://user:password@host/database'),
  VAULT_KEY: keyOf32Bytes.describe('32 bytes in base64, the same for all processes: openssl rand -base64 32'),
  VAULT_KEY_PREVIOUS: keyOf32Bytes.optional(),
};

export const foundationSettings = {
  ...vaultSettings,
  EVENTSTORE_URL: eventStoreUrl.optional(),
};

/** Decides which origin may write; with https cookies are `Secure`. The app is served at the root of its host. */
export const publicUrl = httpUrl.describe('the address that people type, e.g. https://pmcw.example');

/** `off` for tests, load and imports; limits on wrong passwords and on mails to a member stay. */
export const rateLimits = z.enum(['on', 'off']).default('on');

/** `off` removes a broken service worker from browsers: `/sw.js` then unregisters. */
export const serviceWorker = z.enum(['on', 'off']).default('on');

export const pushSettings = {
  PUSH_SERVICES: pushServices.optional(),
  /** Override the vault's pair; the query services need the public one too. */
  VAPID_PUBLIC_KEY: vapidPublicKey.optional(),
  VAPID_PRIVATE_KEY: vapidPrivateKey.optional(),
};

/** Undefined if not given; the vault's own is used then. @throws SettingsError for only one key */
export function vapidKeysOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: {
  readonly VAPID_PUBLIC_KEY?: string | undefined;
  readonly VAPID_PRIVATE_KEY?: string | undefined;
}): { readonly publicKey: string; readonly privateKey: string } | undefined {
  if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
  if (publicKey === undefined && privateKey === undefined) return undefined;
  throw new SettingsError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both, or neither.');
}

export const mailSettings = {
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
};

/** Undefined when no mail is sent. @throws SettingsError for only one setting */
export function mailOf({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
}: {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}): { readonly smtpUrl: string; readonly from: string } | undefined {
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  if (smtpUrl === undefined && from === undefined) return undefined;
  throw new SettingsError('SMTP_URL and MAIL_FROM belong together: set both, or neither.');
}

export const openidNameSettings = {
  OIDC_ISSUER: oidcIssuer.optional(),
  /** By default derived from the issuer. */
  OIDC_LABEL: z.string().trim().min(1).max(40, 'must have at most 40 characters').optional(),
};

export const openidSettings = {
  ...openidNameSettings,
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
};

export function providerLabel(issuer: string, label?: string | undefined): string {
  const { host } = new URL(issuer);
  return label ?? (host === 'accounts.google.com' ? 'Google' : host);
}

export const isSameIssuer = (one: string, other: string): boolean =>
  new URL(one).href === new URL(other).href;

/** Undefined without a provider. @throws SettingsError for incomplete settings */
export function openidOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_LABEL: label,
}: {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_LABEL?: string | undefined;
}):
  | {
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly label: string;
    }
  | undefined {
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return { issuer, clientId, clientSecret, label: providerLabel(issuer, label) };
  }
  if ([issuer, clientId, clientSecret, label].every((given) => given === undefined)) return undefined;
  throw new SettingsError(
    'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all, or none (and then no OIDC_LABEL).',
  );
}
