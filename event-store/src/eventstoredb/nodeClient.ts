import { EventStoreDBClient } from '@eventstore/db-client';
import type { ConnectionSettings, Endpoint } from './connectionString.ts';

/**
 * The official client, without its way of moving to another node. Upon an error it closes its channel under the calls
 * that are about to begin on it (grpc-js then throws inside a promise's executor: the call never settles and the process
 * sees an unhandled rejection), and it waits there for a discovery whose failure nobody catches. Here `Connection`
 * decides when a client has served, and makes another.
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

  /** Cancels the calls under way and closes the connection. */
  async close(): Promise<void> {
    await this.dispose();
    // Where no node was found there is no channel, and to ask for it would be to search once more.
    if (this.#found) (await this.getChannel()).close();
  }
}

const keepAliveTimeoutMs = 10_000;
/** Limits of the client that a connection string may change; milliseconds. */
const limits = { keepAliveInterval: 10_000, maxDiscoverAttempts: 10, discoveryInterval: 100 };
/** Of calls that name none; ours do, or end by themselves. */
const defaultDeadline = 10_000;

/**
 * A client that has not connected yet.
 * @param nth tells the clients of a process apart: grpc-js lets channels whose options are equal share one connection, so
 *   whoever wants another one because the first has fallen silent has to ask for something else
 * @param node the only node to use, when it is known; else the settings say where to look
 */
export function clientOf(settings: ConnectionSettings, nth: number, node?: Endpoint): NodeClient {
  const { endpoints, discover, credentials, tls, options } = settings;
  const security = tls === undefined ? { insecure: true } : { insecure: false, ...tls };
  const keepAliveTimeout = (options.keepAliveTimeout ?? keepAliveTimeoutMs) + (nth % 1_000);
  // A refused append is an answer, not an error.
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
