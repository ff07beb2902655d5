import { WireLog } from './log.ts';
import { startWireServer, type WireServer, type WireServerOptions } from './server.ts';

/** Options of all servers in a cluster. */
export type WireClusterOptions = Omit<WireServerOptions, 'port' | 'log' | 'members'>;

/** Starts servers that share one log; the first is the leader. */
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

/** Servers that share one log, so that the leader can change. */
export class WireCluster {
  readonly servers: readonly WireServer[];

  constructor(servers: readonly WireServer[]) {
    this.servers = servers;
  }

  /** For `EventStoreDBClient.connectionString`: the client asks all of them for the leader. */
  get connectionString(): string {
    const hosts = this.servers.map(({ endpoint }) => `${endpoint.host}:${endpoint.port}`).join(',');
    return this.server(0).connectionString.replace(/\/\/.*\?/, `//${hosts}?`);
  }

  /** @throws RangeError */
  server(index: number): WireServer {
    const server = this.servers[index];
    if (server === undefined) throw new RangeError(`There is no server ${index}`);
    return server;
  }

  /** Makes a server the leader, and the others its followers. */
  lead(index: number): void {
    const leader = this.server(index);
    for (const server of this.servers) {
      if (server === leader) server.lead();
      else server.follow(leader.endpoint);
    }
  }

  /** Stops the leader; there is none until `lead` is called. */
  async stopLeader(): Promise<void> {
    const leader = this.servers.find(({ role }) => role.kind === 'leader');
    for (const server of this.servers) server.loseLeader();
    await leader?.stop();
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}
