import { WireLog } from './log.ts';
import { startWireServer, type WireServer, type WireServerOptions } from './server.ts';

/** What every server of a cluster is started with. */
export type WireClusterOptions = Omit<WireServerOptions, 'port' | 'log' | 'members'>;

/** Starts servers that share one log; the first leads. */
export async function startWireCluster(size: number, options: WireClusterOptions = {}): Promise<WireCluster> {
  const log = new WireLog();
  const servers: WireServer[] = [];
  const members = () => servers.map(({ member }) => member);
  for (let count = 0; count < size; count += 1) {
    servers.push(await startWireServer({ ...options, log, members }));
  }
  const cluster = new WireCluster(servers);
  cluster.lead(0);
  return cluster;
}

/** Servers that share one log, so that leadership can move between them. */
export class WireCluster {
  readonly servers: readonly WireServer[];

  constructor(servers: readonly WireServer[]) {
    this.servers = servers;
  }

  /** For `EventStoreDBClient.connectionString`: the client asks all of them who leads. */
  get connectionString(): string {
    const hosts = this.servers.map(({ endpoint }) => `${endpoint.host}:${endpoint.port}`).join(',');
    return this.server(0).connectionString.replace(/\/\/.*\?/, `//${hosts}?`);
  }

  /** @throws RangeError when there is no such server */
  server(index: number): WireServer {
    const server = this.servers[index];
    if (server === undefined) throw new RangeError(`There is no server ${index}`);
    return server;
  }

  /** From now on that server leads and the others follow it. */
  lead(index: number): void {
    const leader = this.server(index);
    for (const server of this.servers) {
      if (server === leader) server.lead();
      else server.follow(leader.endpoint);
    }
  }

  /** The leader is gone at once; nobody leads until `lead` is called. */
  async stopLeader(): Promise<void> {
    const leader = this.servers.find(({ role }) => role.kind === 'leader');
    for (const server of this.servers) server.loseLeader();
    await leader?.stop();
  }

  /** Stops all. */
  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}
