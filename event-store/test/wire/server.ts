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
import type { Endpoint, Member, Role, WireNode } from './node.ts';
import type { Release } from './release.ts';
import { streamsService } from './streamsService.ts';
import { appendEpoch, appendFirstSystemEvents, appendStatistics } from './systemEvents.ts';

/** What a server is started with. */
export interface WireServerOptions {
  /** Default 0: a free one. */
  readonly port?: number;
  /** The log to serve; default a new one. */
  readonly log?: WireLog;
  /** Serves TLS with this key and certificate (PEM); default plain. */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Who may use it; default everybody. The client sends credentials only over TLS. */
  readonly users?: readonly User[];
  /** Whose behaviour to show where releases differ (default 24.10). */
  readonly release?: Release;
  /** Most bytes of data in one append (default 1 MiB). */
  readonly maxAppendSize?: number;
  /** The servers that gossip tells of; default this one and, when it follows, its leader. */
  readonly members?: () => readonly Member[];
}

/** Starts a server that the official client takes for an EventStoreDB; it keeps its events in memory. */
export async function startWireServer(options: WireServerOptions = {}): Promise<WireServer> {
  const server = new WireServer(options);
  await server.start(options.port ?? 0);
  return server;
}

const host = '127.0.0.1';
const mebibyte = 1024 * 1024;

/** A server; made by `startWireServer`. */
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

  get endpoint(): Endpoint {
    return { host, port: this.#port };
  }

  /** For `EventStoreDBClient.connectionString`, without credentials and without the file of a certificate. */
  get connectionString(): string {
    return `esdb://${host}:${this.#port}?tls=${this.#options.tls !== undefined}`;
  }

  get role(): Role {
    return this.#role;
  }

  get running(): boolean {
    return this.#running !== undefined;
  }

  /** This server as gossip tells of it. */
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

  /** Breaks every connection and stops listening; the log stays. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    await running.connections.close();
    running.grpc.forceShutdown();
  }

  /** From now on another server leads. */
  follow(leader: Endpoint): void {
    this.#role = { kind: 'follower', leader };
  }

  /** From now on nobody leads: nothing can be written, and only what may come from a follower is read. */
  loseLeader(): void {
    this.#role = { kind: 'leaderless' };
  }

  /** From now on this server leads; what it remembered of recent ids went with the last leader. */
  lead(): void {
    this.#role = { kind: 'leader' };
    this.#beginEpoch();
  }

  /** Writes events of the system into the log, as a real server does from time to time. */
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
