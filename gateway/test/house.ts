import { randomBytes } from 'node:crypto';
import type { Dispatch, FrameCommand, SendMessage } from '@pmcw/contracts';
import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import {
  createEventStore,
  createMemoryLog,
  type EventLog,
  type EventStore,
  type RecordedEvent,
  type Sealer,
} from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { type CountRequest, type Incarnations, type Operations, onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, passwordCost, type TestDatabase } from '@pmcw/testing';
import { openVault, type Session } from '@pmcw/vault';
import type { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { oneByOne } from '../src/dispatch/oneByOne.ts';
import {
  createGateway,
  type Gateway,
  type GatewayLimits,
  type GatewayObservation,
  type SocketEngine,
} from '../src/index.ts';
import { TestClient } from './client.ts';
import { MinimalCommandService, recordedBy } from './commandService.ts';

/** Address that browsers of the specs use; the gateway's own port differs. */
export const publicUrl = 'http://localhost:8080';

/** Engine of the gateways of all houses; without one, the gateway chooses. */
export const houses: { engine: SocketEngine | undefined } = { engine: undefined };

/** Seals nothing. */
const epoch = Symbol();
const openSealer: Sealer = {
  seal: async (fields) => fields.map(({ plaintext }) => plaintext),
  open: async (fields) => fields.map(({ sealed }) => sealed),
  epoch: () => epoch,
};

/** A signed-in member. */
export interface Member {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly session: Session;
}

export interface HouseOptions {
  readonly log?: EventLog;
  readonly limits?: Partial<GatewayLimits>;
  /** Called before the command service handles a command. */
  readonly beforeDispatch?: (command: FrameCommand) => Promise<void>;
  readonly observe?: (observation: GatewayObservation) => void;
  readonly operations?: Operations;
  readonly countRequest?: CountRequest;
  readonly trustProxy?: readonly string[];
  readonly logger?: Logger;
  readonly registry?: Registry;
  readonly incarnations?: Incarnations;
  /** Push services that browsers may name; without any, nothing is pushed. */
  readonly pushServices?: readonly string[];
  /** How often the vault ends expired sessions. */
  readonly expireEveryMs?: number;
}

/** A gateway with a real vault, a log, and a minimal command service. */
export class House {
  readonly eventStore: EventStore<ProductEvents>;
  readonly #commands: MinimalCommandService;
  readonly #options: HouseOptions;
  readonly #vault: Awaited<ReturnType<typeof openVault>>;
  readonly #dropDatabase: () => Promise<void>;
  readonly databaseUrl: string;
  readonly #clients: TestClient[] = [];
  gateway: Gateway;
  port = 0;

  private constructor(
    options: HouseOptions,
    vault: Awaited<ReturnType<typeof openVault>>,
    database: TestDatabase,
  ) {
    this.#options = options;
    this.#vault = vault;
    this.#dropDatabase = () => database.drop();
    this.databaseUrl = database.url;
    this.eventStore = createEventStore(options.log ?? createMemoryLog(), eventTypes, openSealer);
    this.#commands = new MinimalCommandService(this.eventStore);
    this.gateway = this.#newGateway();
  }

  static async open(options: HouseOptions = {}): Promise<House> {
    const database = await freshDatabase();
    const vault = await openVault({
      connectionString: database.url,
      masterKey: randomBytes(32),
      passwordCost,
      expireEveryMs: options.expireEveryMs,
    });
    const house = new House(options, vault, database);
    await house.#listen();
    return house;
  }

  get drafts() {
    return this.#vault.drafts;
  }

  get push() {
    return this.#vault.push;
  }

  get sessions() {
    return this.#vault.sessions;
  }

  async events(): Promise<RecordedEvent<ProductEvents>[]> {
    const events: RecordedEvent<ProductEvents>[] = [];
    for (let position = 0n; ; ) {
      const batch = await this.eventStore.readAll(position, {});
      events.push(...batch.events);
      if (batch.position === position) return events;
      position = batch.position;
    }
  }

  /** Closes the gateway and starts another, like a deployment. */
  async restartGateway(): Promise<void> {
    await this.gateway.close();
    this.gateway = this.#newGateway();
    await this.#listen();
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.vanish();
    await this.gateway.close();
    await this.eventStore.close();
    await this.#vault.close();
    await this.#dropDatabase();
  }

  async member(name: string): Promise<Member> {
    const id = await this.#vault.userIds.next();
    const data = {
      userId: id,
      username: name,
      fullName: `${name} Weber`,
      email: `${name}@example.org`,
      telegramHandle: '',
      userType: 'General User' as const,
    };
    await this.eventStore.append(streams.user(id), 'no-stream', [
      { type: 'UserRegistered', data, ...recordedBy(id) },
    ]);
    return { id, name, ...(await this.#vault.sessions.start(id)) };
  }

  /** Signs a member in on another browser. */
  async signInAgain({ id, name }: Member): Promise<Member> {
    return { id, name, ...(await this.#vault.sessions.start(id)) };
  }

  async rename({ id }: Member, fullName: string): Promise<void> {
    const data = { userId: id, fullName, bio: '', telegramHandle: '' };
    await this.eventStore.append(streams.user(id), 'any', [
      { type: 'ProfileEdited', data, ...recordedBy(id) },
    ]);
  }

  /** Deletes a member past the gateway. Resolves with the position. */
  async erase({ id }: Member): Promise<number> {
    const { position } = await this.eventStore.append(streams.user(id), 'any', [
      { type: 'UserDeleted', data: { userId: id }, ...recordedBy(id) },
    ]);
    await this.#vault.forgetMember(id);
    return Number(position);
  }

  /** A socket like a browser's; `headers` override those of a browser on the site. */
  socket(token: string | null, headers: Record<string, string> = {}, port = this.port): TestClient {
    const cookie: Record<string, string> = token === null ? {} : { cookie: `theme=dark; session=${token}` };
    const client = new TestClient(`ws://127.0.0.1:${port}/ws`, {
      headers: { origin: publicUrl, ...cookie, ...headers },
      perMessageDeflate: false,
    });
    this.#clients.push(client);
    return client;
  }

  /** A socket that has authenticated. */
  async connect({ id, token }: Member, port = this.port): Promise<TestClient> {
    const client = await this.socket(token, {}, port).opened();
    client.send({ type: 'authenticate', userId: id });
    await client.first('authenticated');
    return client;
  }

  /** A socket that reconnects with everything up to a position. */
  async comeBack({ id, token }: Member, after: string): Promise<TestClient> {
    const client = await this.socket(token).opened();
    client.send({ type: 'authenticate', userId: id, after });
    return client;
  }

  /** Sends a message past the gateway, as over HTTP. Resolves with its position. */
  async write(
    senderId: number,
    receiverId: number | null,
    content = 'hello',
    id = uuidv7(),
  ): Promise<number> {
    const command: SendMessage = {
      type: 'SendMessage',
      messageType: 'text',
      voiceUrl: null,
      id,
      receiverId,
      content,
    };
    return Number((await this.#commands.handle(command, senderId)).position);
  }

  /** Blocks a member, past the gateway. */
  async block(userId: number, memberId: number): Promise<void> {
    await this.eventStore.append(streams.user(userId), 'stream-exists', [
      { type: 'MemberBlocked', data: { userId, memberId }, ...recordedBy(userId) },
    ]);
  }

  /** Mutes a conversation until further notice, or ends that, past the gateway. */
  async mute(readerId: number, peerId: number, isMuted: boolean): Promise<void> {
    const data = { readerId, peerId, knownUpTo: String(await this.eventStore.head()) };
    const event = isMuted
      ? { type: 'ConversationMuted' as const, data: { ...data, until: null } }
      : { type: 'ConversationUnmuted' as const, data };
    await this.eventStore.append(streams.inbox(readerId), 'any', [{ ...event, ...recordedBy(readerId) }]);
  }

  /** Deletes a message past the gateway. */
  async delete(messageId: string, senderId: number, receiverId: number | null): Promise<void> {
    const data = { messageId, senderId, receiverId };
    await this.eventStore.append(streams.message(messageId), 'stream-exists', [
      { type: 'MessageDeleted', data, ...recordedBy(senderId) },
    ]);
  }

  readonly #dispatch: Dispatch = async (command, { actorId }) => {
    await this.#options.beforeDispatch?.(command);
    return this.#commands.handle(command, actorId);
  };

  /** Another gateway on the same log and vault; the caller closes it. */
  async anotherGateway(): Promise<{ readonly gateway: Gateway; readonly port: number }> {
    const gateway = this.#newGateway();
    const { port } = await gateway.listen({ host: '127.0.0.1', port: 0 });
    return { gateway, port };
  }

  #newGateway(): Gateway {
    const { incarnations = onlyIncarnation, limits, logger, observe, operations, registry } = this.#options;
    const { countRequest, trustProxy, pushServices } = this.#options;
    return createGateway({
      eventStore: this.eventStore,
      incarnations,
      sessions: this.#vault.sessions,
      drafts: this.#vault.drafts,
      snapshots: this.#vault.snapshots,
      dispatch: this.#dispatch,
      dispatchMessages: oneByOne(this.#dispatch),
      ...(pushServices === undefined
        ? {}
        : {
            push: {
              push: this.#vault.push,
              bookmarks: this.#vault.bookmarks,
              services: pushServices,
              limits: { answerMs: 2_000, pauseMs: 10 },
            },
          }),
      publicUrl,
      engine: houses.engine,
      countRequest,
      trustProxy,
      ...(limits === undefined ? {} : { limits }),
      ...(observe === undefined ? {} : { observe }),
      ...(logger === undefined ? {} : { logger }),
      ...(operations === undefined ? {} : { operations }),
      ...(registry === undefined ? {} : { registry }),
    });
  }

  async #listen(): Promise<void> {
    ({ port: this.port } = await this.gateway.listen({ host: '127.0.0.1', port: 0 }));
  }
}
