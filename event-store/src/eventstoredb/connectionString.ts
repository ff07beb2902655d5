import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

export interface ConnectionSettings {
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  readonly discover: boolean;
  /** Without them, the client would batch appends (see the decision). */
  readonly credentials: { readonly username: string; readonly password: string };
  readonly tls: TlsSettings | undefined;
  readonly options: ClientOptions;
}

export interface TlsSettings {
  readonly rootCertificate?: Buffer;
  readonly userCertFile?: Buffer;
  readonly userKeyFile?: Buffer;
}

/** In milliseconds, except `gossipTimeout` in seconds. */
export interface ClientOptions {
  readonly connectionName?: string;
  readonly keepAliveInterval?: number;
  readonly keepAliveTimeout?: number;
  readonly maxDiscoverAttempts?: number;
  readonly discoveryInterval?: number;
  readonly gossipTimeout?: number;
}

const form =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/?]+):(?<password>[^@/?]*)@)?(?<hosts>[^@/?]+)\/?(?:\?(?<query>.*))?$/;
const defaultPort = 2113;
/** The default of 5 seconds per dead node would take half of an append's timeout. */
const gossipTimeoutS = 2;
/** Servers without TLS have no users, but credentials prevent batches. */
const nobody = { username: 'nobody', password: 'nobody' };

const count = z.coerce.number().int().positive().optional();
const path = z.string().min(1).optional();
/** Case, hyphens and underscores don't matter. */
const optionsSchema = z.strictObject({
  tls: z.enum(['true', 'false']).default('true'),
  tlsverifycert: z.literal('true').optional(),
  tlscafile: path,
  usercertfile: path,
  userkeyfile: path,
  connectionname: z.string().min(1).optional(),
  // Appends and their lookups need the leader.
  nodepreference: z.literal('leader').optional(),
  keepaliveinterval: count,
  keepalivetimeout: count,
  maxdiscoverattempts: count,
  discoveryinterval: count,
  gossiptimeout: count,
});
type Options = z.infer<typeof optionsSchema>;

/** The client sends each host as the name of the TLS server, and Node refuses addresses there from this version on. */
const nodeWithNamesOnly = 26;

/**
 * Never prints the password, unlike the client's parser.
 * @param node its version
 * @throws TypeError without any values
 */
export function parseConnectionString(text: string, node = process.versions.node): ConnectionSettings {
  const groups = form.exec(text.trim())?.groups;
  if (groups === undefined) throw malformed('expected esdb://user:password@host:port?option=value');
  const options = parseOptions(groups.query ?? '');
  const insecure = options.tls === 'false';
  const credentials =
    groups.user === undefined
      ? undefined
      : { username: decode(groups.user), password: decode(groups.password ?? '') };
  if (!insecure && credentials === undefined) {
    throw malformed('with TLS it must name a user: esdb://user:password@host:port');
  }
  const endpoints = parseHosts(groups.hosts ?? '');
  const isNumeric = endpoints.some(({ address }) => isIP(address) !== 0);
  if (!insecure && isNumeric && Number.parseInt(node, 10) >= nodeWithNamesOnly) {
    throw malformed(`with TLS, Node ${node} needs the names of hosts, not their addresses`);
  }
  return {
    endpoints,
    discover: groups.discover !== undefined,
    credentials: credentials ?? nobody,
    tls: insecure ? undefined : tlsSettings(options),
    options: clientOptions(options),
  };
}

function parseHosts(text: string): [Endpoint, ...Endpoint[]] {
  const [first, ...others] = text.split(',').map(parseHost);
  if (first === undefined) throw malformed('it names no host');
  return [first, ...others];
}

function parseHost(text: string): Endpoint {
  const [address, port = `${defaultPort}`, ...rest] = text.split(':');
  if (!address || rest.length > 0 || !/^\d{1,5}$/.test(port)) {
    throw malformed('a host is written as name or name:port');
  }
  return { address, port: Number(port) };
}

function parseOptions(query: string): Options {
  const pairs = query.split('&').filter((pair) => pair !== '');
  const given = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return [name.toLowerCase().replaceAll(/[-_]/g, ''), decode(value.join('='))];
  });
  const parsed = optionsSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')],
  );
  throw malformed(`its option ${names.join(', ')} is unknown or has a value that can't be used`);
}

function tlsSettings({ tlscafile, usercertfile, userkeyfile }: Options): TlsSettings {
  if ((usercertfile === undefined) !== (userkeyfile === undefined)) {
    throw malformed('userCertFile and userKeyFile belong together');
  }
  return {
    ...(tlscafile && { rootCertificate: readPem('tlsCAFile', tlscafile) }),
    ...(usercertfile && { userCertFile: readPem('userCertFile', usercertfile) }),
    ...(userkeyfile && { userKeyFile: readPem('userKeyFile', userkeyfile) }),
  };
}

function readPem(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new TypeError(`EventStoreDB connection string: the file of ${option} can't be read`, { cause });
  }
}

function clientOptions(options: Options): ClientOptions {
  return {
    ...(options.connectionname && { connectionName: options.connectionname }),
    ...(options.keepaliveinterval && { keepAliveInterval: options.keepaliveinterval }),
    ...(options.keepalivetimeout && { keepAliveTimeout: options.keepalivetimeout }),
    ...(options.maxdiscoverattempts && { maxDiscoverAttempts: options.maxdiscoverattempts }),
    ...(options.discoveryinterval && { discoveryInterval: options.discoveryinterval }),
    gossipTimeout: options.gossiptimeout ?? gossipTimeoutS,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed('a % in it must be written %25');
  }
}

function malformed(reason: string): TypeError {
  return new TypeError(`EventStoreDB connection string: ${reason}`);
}
