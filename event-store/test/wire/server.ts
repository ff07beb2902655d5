import { randomUUID } from 'node:crypto';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { Access, type User } from './access.ts';
import { Connections } from './connections.ts';
import { Faults } from './faults.ts';
import { featuresService } from './features.ts';
import { gossipService } from './gossip.ts';
import { WireLog } from './log.ts';
import type { Member, NodeAddress, Role, WireNode } from './node.ts';
import type { Release } from './release.ts';
import { streamsService } from './streamsService.ts';
import { appendEpoch, appendFirstSystemEvents, appendStatistics } from './systemEvents.ts';

export interface WireServerOptions {
  /** Default 0: a free one. */
  readonly port?: number;
  /** Default: a new log. */
  readonly log?: WireLog;
  /** For TLS (PEM); plain by default. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Every caller by default. The client sends credentials only over TLS. */
  readonly users?: readonly User[];
  /** The release to imitate (default 24.10). */
  readonly release?: Release;
  /** Most bytes of data in one append (default 1 MiB). */
  readonly maxAppendSize?: number;
  /** Members in gossip; by default this server and its leader. */
  readonly members?: () => readonly Member[];
}

/** Starts a server that the official client accepts as an EventStoreDB, with events in memory. */
export async function startWireServer(options: WireServerOptions = {}): Promise<WireServer> {
  const server = new WireServer(options);
  await server.start(options.port ?? 0);
  return server;
}

const host = '127.0.0.1';
const mebibyte = 1024 * 1024;

/** Made by `startWireServer`. */
export class WireServer implements WireNode {
  readonly log: WireLog;
  readonly faults: Faults;
  readonly access: Access;
  readonly release: Release;
  readonly maxAppendSize: number;
  readonly instanceId = randomUUID();
  readonly #options: WireServerOptions;
  #role: Role = { kind: 'leader' };
  #running: { readonly connections: Connections; readonly grpc: Server } | undefined;
  #port = 0;

  constructor(options: WireServerOptions) {
    this.#options = options;
    this.log = options.log ?? new WireLog();
    this.access = new Access(options.users);
    this.release = options.release ?? '24.10';
    this.maxAppendSize = options.maxAppendSize ?? mebibyte;
    this.faults = new Faults(() => this.#running?.connections.cut());
  }

  get port(): number {
    return this.#port;
  }

  get endpoint(): NodeAddress {
    // Certificates are for names.
    return { host: this.#options.tls === undefined ? host : 'localhost', port: this.#port };
  }

  /** For `EventStoreDBClient.connectionString`, without credentials or certificate file. */
  get connectionString(): string {
    return `esdb://${host}:${this.#port}?tls=${this.#options.tls !== undefined}`;
  }

  get role(): Role {
    return this.#role;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** This server in gossip. */
  get member(): Member {
    return {
      instanceId: this.instanceId,
      endpoint: this.endpoint,
      role: this.role.kind,
      alive: this.running,
    };
  }

  members(): readonly Member[] {
    if (this.#options.members !== undefined) return this.#options.members();
    if (this.role.kind !== 'follower') return [this.member];
    const { leader } = this.role;
    return [this.member, { instanceId: randomUUID(), endpoint: leader, role: 'leader', alive: true }];
  }

  /** Listens; after `stop` again on the same port, with the same log. */
  async start(port = this.#port): Promise<void> {
    const grpc = new Server({ 'grpc.max_receive_message_length': 17 * mebibyte });
    grpc.addService(StreamsService, streamsService(this));
    grpc.addService(GossipService, gossipService(this));
    grpc.addService(ServerFeaturesService, featuresService(this));
    const injector = grpc.createConnectionInjector(this.#credentials());
    const connections = new Connections((socket) => injector.injectConnection(socket));
    this.#port = await connections.listen(host, port);
    this.#running = { connections, grpc };
    if (this.#role.kind === 'leader') this.#beginEpoch();
  }

  /** Breaks all connections and stops listening; the log stays. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    await running.connections.close();
    running.grpc.forceShutdown();
  }

  /** Makes another server the leader. */
  follow(leader: NodeAddress): void {
    this.#role = { kind: 'follower', leader };
  }

  /** Removes the leader: writes fail, and only reads that a follower may answer work. */
  loseLeader(): void {
    this.#role = { kind: 'leaderless' };
  }

  /** Makes this server the leader, without the last leader’s memory of recent ids. */
  lead(): void {
    this.#role = { kind: 'leader' };
    this.#beginEpoch();
  }

  /** Writes system events, as a real server occasionally does. */
  appendSystemEvents(count = 1): void {
    for (let times = 0; times < count; times += 1) appendStatistics(this.log, this.#port);
  }

  #beginEpoch(): void {
    this.log.forgetRecentIds();
    const isNew = this.log.records.length === 0;
    appendEpoch(this.log, this.instanceId);
    if (isNew) appendFirstSystemEvents(this.log);
  }

  #credentials(): ServerCredentials {
    const { tls } = this.#options;
    if (tls === undefined) return ServerCredentials.createInsecure();
    return ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.cert }]);
  }
}
