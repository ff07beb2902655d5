import { isIP } from 'node:net';
import { z } from 'zod';

/** A port to listen on; 0 is any free one. */
export const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 to 65535')
  .max(65535, 'must be 0 to 65535');

/** The origin of an http(s) address: scheme, host and port. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .transform((text) => new URL(text).origin);

/** One or several http(s) addresses, separated by commas. */
export const httpUrls = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(httpUrl));

/** A key of 32 bytes, in base64. */
export const keyOf32Bytes = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === 32,
    'must be 32 bytes in base64 (openssl rand -base64 32)',
  )
  .transform((text) => Buffer.from(text, 'base64'));

/** Address of a PostgreSQL database. */
export const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address that begins with postgres://',
});

/** Connection string of an EventStoreDB; it may name several nodes, so it is no URL. */
export const eventStoreUrl = z
  .string()
  .regex(
    /^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/,
    'must be an address that begins with esdb:// or kurrentdb://, or either with +discover',
  );

/** A secret that two processes share. */
export const sharedSecret = z.string().min(32, 'must have at least 32 characters (openssl rand -hex 32)');

/** A password that a person chose. */
export const password = z.string().min(8, 'must have at least 8 characters');

/** How much is logged, from little to much after `silent`. */
export const logLevel = z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']);

/** Push services that members' browsers may name, in the place of the known ones: hosts, separated by commas. */
export const pushServices = z.string().transform((text) => text.split(',').map((part) => part.trim()));

/** Address of a mail server, with what one signs in there with. */
export const smtpUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '',
    'must be an address that begins with smtp:// or smtps://',
  );

/** Whom mails are from: an address, or a name and an address. */
export const mailFrom = z
  .string()
  .regex(
    /^([^<>"\r\n]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
    'must be like PMCW <no-reply@pmcw.example>',
  );

/** An OpenID provider, by its own name for itself: an https address. On loopback http will do, for trying it out. */
export const oidcIssuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && search === '' && hash === '';
}, 'must be an address that begins with https://, as the provider writes it (https://accounts.google.com)');

/** A network and where to ask it; null for what is not that. */
function evmRpcUrl(text: string): readonly [network: string, url: string] | null {
  const [, network, url] = /^(PMCW|ETH|BSC|MATIC|AVAX)=(https?:\/\/\S+)$/.exec(text) ?? [];
  return network !== undefined && url !== undefined && URL.canParse(url) ? [network, url] : null;
}

/** Addresses of JSON-RPC by the code of their EVM network, separated by commas. They may hold secrets. */
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

/** Networks that `TRUST_PROXY` may name beside addresses, as fastify does. */
const namedNetworks: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  if (rest.length > 0 || isIP(address) === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** Addresses and networks (CIDR) of the proxies that may say whose address a request came from, separated by commas. */
export const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => namedNetworks.has(part) || isNetwork(part)),
    'must be addresses or networks, separated by commas (10.0.0.0/8, 127.0.0.1)',
  );

/** Public key for push: a point on P-256, uncompressed, in base64url. */
export const vapidPublicKey = base64url(65);
/** Private key for push, in base64url. */
export const vapidPrivateKey = base64url(32);
