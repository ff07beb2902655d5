import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as NetServer, type Socket } from 'node:net';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { Faults } from './faults.ts';
import { featuresService } from './features.ts';
import { WireLog } from './log.ts';
import type { Endpoint, WireNode } from './node.ts';
import { streamsService } from './streamsService.ts';

/** What a server is started with. */
export interface WireServerOptions {
  /** Default 0: a free one. */
  readonly port?: number;
  /** The log to serve; default a new one. */
  readonly log?: WireLog;
  /** Most bytes of data in one append (default 1 MiB). */
  readonly maxAppendSize?: number;
}

/** Starts a server that the official client takes for an EventStoreDB; it keeps its events in memory. */
export async function startWireServer(options: WireServerOptions = {}): Promise<WireServer> {
  const server = new WireServer(options);
  await server.start(options.port ?? 0);
  return server;
}

const host = '127.0.0.1';

/** A running server. */
export class WireServer implements WireNode {
  readonly log: WireLog;
  readonly faults: Faults;
  readonly maxAppendSize: number;
  readonly #sockets = new Set<Socket>();
  #leader: Endpoint | undefined;
  #listener: NetServer | undefined;
  #grpc: Server | undefined;
  #port = 0;

  constructor(options: WireServerOptions) {
    this.log = options.log ?? new WireLog();
    this.maxAppendSize = options.maxAppendSize ?? 1024 * 1024;
    this.faults = new Faults(() => this.#cut());
  }

  get port(): number {
    return this.#port;
  }

  get leader(): Endpoint | undefined {
    return this.#leader;
  }

  /** For `EventStoreDBClient.connectionString`. */
  get connectionString(): string {
    return `esdb://${host}:${this.#port}?tls=false`;
  }

  /** Listens, again on the same port after `stop`. */
  async start(port = this.#port): Promise<void> {
    const grpc = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    grpc.addService(StreamsService, streamsService(this));
    grpc.addService(ServerFeaturesService, featuresService(this));
    const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
    const listener = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      injector.injectConnection(socket);
    });
    listener.listen(port, host);
    await once(listener, 'listening');
    this.#grpc = grpc;
    this.#listener = listener;
    this.#port = addressOf(listener).port;
  }

  /** Closes every connection and stops listening; the log stays. */
  async stop(): Promise<void> {
    const listener = this.#listener;
    if (listener === undefined) return;
    this.#listener = undefined;
    const closed = once(listener, 'close');
    listener.close();
    this.#cut();
    this.#grpc?.forceShutdown();
    this.log.forgetRecentIds();
    await closed;
  }

  /** From now on another server leads. */
  follow(leader: Endpoint): void {
    this.#leader = leader;
  }

  /** From now on this server leads. */
  lead(): void {
    this.#leader = undefined;
    this.log.forgetRecentIds();
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function addressOf(listener: NetServer): AddressInfo {
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address;
}
