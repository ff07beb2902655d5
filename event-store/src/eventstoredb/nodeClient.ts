import { EventStoreDBClient } from '@eventstore/db-client';
import type { ConnectionSettings, Endpoint } from './connectionString.ts';

/**
 * Without the client's reconnection, which closes the channel under new calls (grpc-js then throws in a promise's
 * executor: the call never settles) and waits for a discovery whose failure is not caught. `Connection` replaces
 * clients instead.
 */
export class NodeClient extends EventStoreDBClient {
  // biome-ignore lint/complexity/useLiteralKeys: read by name it would be the one below, which is not there yet
  readonly #resolveUri: () => Promise<string> = this['resolveUri'];
  #found = false;

  protected override handleError = async (): Promise<void> => undefined;

  protected override resolveUri = async (): Promise<string> => {
    const uri = await this.#resolveUri();
    this.#found = true;
    return uri;
  };

  async close(): Promise<void> {
    await this.dispose();
    // Without a node, `getChannel` would search again.
    if (this.#found) (await this.getChannel()).close();
  }
}

const keepAliveTimeoutMs = 10_000;
const limits = { keepAliveInterval: 10_000, maxDiscoverAttempts: 10, discoveryInterval: 100 };
const defaultDeadline = 10_000;

/**
 * @param nth makes options unique, because grpc-js shares connections of equal channels and a silent one must be
 * replaced
 */
export function clientOf(settings: ConnectionSettings, nth: number, node?: Endpoint): NodeClient {
  const { endpoints, discover, credentials, tls, options } = settings;
  const security = tls === undefined ? { insecure: true } : { insecure: false, ...tls };
  const keepAliveTimeout = (options.keepAliveTimeout ?? keepAliveTimeoutMs) + (nth % 1_000);
  // A refused append is an answer.
  const common = { ...limits, ...options, keepAliveTimeout, defaultDeadline, throwOnAppendFailure: false };
  const [first] = endpoints;
  if (node !== undefined) return new NodeClient({ ...common, endpoint: { ...node } }, security, credentials);
  if (discover) return new NodeClient({ ...common, discover: { ...first } }, security, credentials);
  if (endpoints.length === 1) {
    return new NodeClient({ ...common, endpoint: { ...first } }, security, credentials);
  }
  const all = endpoints.map((endpoint) => ({ ...endpoint }));
  return new NodeClient({ ...common, endpoints: all }, security, credentials);
}
