import { isIP } from 'node:net';
import { z } from 'zod';

export const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 to 65535')
  .max(65535, 'must be 0 to 65535');

/** An origin: what follows it would be dropped silently. */
export const httpUrl = z
  .url({
    protocol: /^https?$/,
    error: 'must be an address that starts with http:// or https://',
    abort: true,
  })
  .refine((text) => {
    const { origin, href } = new URL(text);
    return href === `${origin}/`;
  }, 'must end after host and port: a path, a query or a user name is not possible')
  .transform((text) => new URL(text).origin);

/** May have a path. */
export const traceReceiver = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with http:// or https://',
});

export const httpUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(httpUrl));

export const keyOf32Bytes = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64 (openssl rand -base64 32)',
  )
  .transform((text) => Buffer.from(text, 'base64'));

export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address that starts with postgres://',
});

/** May name several nodes, so it is no URL. */
export const eventStoreUrl = z
  .string()
  .regex(
    /^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/,
    'must be an address that starts with esdb:// or kurrentdb://, or either with +discover',
  );

export const sharedSecret = z.string().min(32, 'must have at least 32 characters (openssl rand -hex 32)');

export const password = z.string().min(8, 'must have at least 8 characters');

export const logLevel = z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']);

export const pushServices = z.string().transform((text) => text.split(',').map((part) => part.trim()));

export const smtpUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '',
    'must be an address that starts with smtp:// or smtps://',
  );

export const mailFrom = z
  .string()
  .regex(
    /^([^<>"\r\n]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
    'must be like PMCW <no-reply@pmcw.example>',
  );

/** Exactly as the provider spells it. On loopback http is allowed for trials. */
export const oidcIssuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && search === '' && hash === '';
}, 'must be an address that starts with https://, as the provider spells it (https://accounts.google.com)');

function evmRpcUrl(text: string): readonly [network: string, url: string] | null {
  const [, network, url] = /^(PMCW|ETH|BSC|MATIC|AVAX)=(https?:\/\/\S+)$/.exec(text) ?? [];
  return network !== undefined && url !== undefined && URL.canParse(url) ? [network, url] : null;
}

/** JSON-RPC addresses by EVM network, separated by commas. May contain secrets. */
export const evmRpcUrls = z.string().transform((text, context) => {
  const parts = text.split(',').map((part) => evmRpcUrl(part.trim()));
  const known = parts.filter((part) => part !== null);
  if (known.length === parts.length) return Object.fromEntries(known);
  context.addIssue('must be like ETH=https://…,BSC=https://… for some of PMCW, ETH, BSC, MATIC and AVAX');
  return z.NEVER;
});

const base64url = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => Buffer.from(text, 'base64url').length === bytes,
      `must be ${bytes} bytes in base64url (npx web-push generate-vapid-keys)`,
    );

/** Names that fastify also accepts. */
const namedNetworks: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  if (rest.length > 0 || isIP(address) === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** Addresses and networks (CIDR) of trusted proxies, separated by commas. */
export const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => namedNetworks.has(part) || isNetwork(part)),
    'must be addresses or networks, separated by commas (10.0.0.0/8, 127.0.0.1)',
  );

export const vapidPublicKey = base64url(65);
export const vapidPrivateKey = base64url(32);
