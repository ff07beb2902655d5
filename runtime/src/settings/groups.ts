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
  vapidPrivateKey,
  vapidPublicKey,
} from './kinds.ts';
import { SettingsError } from './readSettings.ts';

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

/** `off` for tests, load and imports; the limits on wrong passwords and on mails to a member stay. */
export const rateLimits = z.enum(['on', 'off']).default('on');

/** `off` takes a service worker that misbehaves out of browsers: `/sw.js` is then one that removes itself. */
export const serviceWorker = z.enum(['on', 'off']).default('on');

/** Settings of whoever sends pushes. */
export const pushSettings = {
  PUSH_SERVICES: pushServices.optional(),
  /** A pair in the place of the vault's own; the query services need the public one too. */
  VAPID_PUBLIC_KEY: vapidPublicKey.optional(),
  VAPID_PRIVATE_KEY: vapidPrivateKey.optional(),
};

/** The pair that was given; undefined when it was not, and the vault's own is used. @throws SettingsError when only one was */
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

/** Settings of whoever sends mails. */
export const mailSettings = {
  /** Its credentials are secrets. */
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
};

/** Where mails go and whom they are from; undefined when no mail is sent. @throws SettingsError when only one was given */
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

/** Settings of whoever tells that members sign in by an OpenID provider. */
export const openidNameSettings = {
  OIDC_ISSUER: oidcIssuer.optional(),
  /** What it is called here; a name that follows from its address when missing. */
  OIDC_LABEL: z.string().trim().min(1).max(40, 'must have at most 40 characters').optional(),
};

/** Settings of whoever signs members in by an OpenID provider. */
export const openidSettings = {
  ...openidNameSettings,
  OIDC_CLIENT_ID: z.string().optional(),
  /** A secret that the site shares with the provider. */
  OIDC_CLIENT_SECRET: z.string().optional(),
};

/** What a provider is called here: so, or Google, or its host. */
export function providerLabel(issuer: string, label?: string | undefined): string {
  const { host } = new URL(issuer);
  return label ?? (host === 'accounts.google.com' ? 'Google' : host);
}

/** Whether two addresses are those of one issuer, however they are spelled. */
export const isSameIssuer = (one: string, other: string): boolean =>
  new URL(one).href === new URL(other).href;

/** The provider, and as whom this site is known there; undefined when there is none. @throws SettingsError when only a part was given */
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
