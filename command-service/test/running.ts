import { randomBytes } from 'node:crypto';
import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openPostgresLog, type RecordedEvent } from '@pmcw/event-store';
import { createHttpServer } from '@pmcw/http';
import type { Logger } from '@pmcw/resilience';
import { createOperations, createRegistry, onlyIncarnation } from '@pmcw/runtime';
import {
  freshDatabase,
  missedBySerializers,
  passwordCost,
  shiftVaultClock,
  undocumentedAnswers,
} from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { openVault, type Vault } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import {
  type CommandService,
  createCommandService,
  type MailOptions,
  type OpenidOptions,
} from '../src/index.ts';
import { addProcessRoutes } from '../src/processRoutes.ts';
import { type Browser, browserAt, publicUrl, type SignedIn } from './browser.ts';

/** A process with its own connections and memory, on the shared database. */
export interface Process {
  readonly vault: Vault;
  readonly eventStore: EventStore<ProductEvents>;
  readonly service: CommandService;
  readonly server: FastifyInstance;
  /** All routes as `METHOD /path`, without HEAD. */
  readonly routes: readonly string[];
  readonly url: string;
}

/** The service on a real database, for one spec file. */
export interface Running extends Process {
  /** Advances the clocks of the database and all processes. */
  pass(milliseconds: number): Promise<void>;
  browser(at?: Process): Browser;
  /** Registers a member with this name. */
  register(username: string, more?: object): Promise<SignedIn>;
  /** Ages the last proofs of all sessions of a member. */
  age(userId: number, minutes: number): Promise<void>;
  /** A browser with a session that the vault creates without any check. */
  withSession(userId: number, at?: Process): Promise<Browser>;
  /** Suspends a member; resolves once this process has ended their sessions, so that later ones stay. */
  suspend(member: Pick<SignedIn, 'id'>): Promise<void>;
  administrator(): Promise<SignedIn>;
  events(stream: string): Promise<RecordedEvent<ProductEvents>[]>;
  /** Of log and vault. */
  readonly databaseUrl: string;
  readonly masterKey: Uint8Array;
  /** Another process on the same log and, by default, the same vault. */
  another(vaultUrl?: string): Promise<Process>;
  stop(): Promise<void>;
}

export const adminPassword = 'the first password';
/** Of all members. */
export const password = 'correct horse';

export const mailFrom = 'PMCW <no-reply@pmcw.example>';

/** A new address, valid for PMCW. */
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** Body of a registration. */
export const registration = (username: string) => ({
  fullName: `${username} of the specs`,
  username,
  email: `${username}@example.org`,
  telegramHandle: '',
  userType: 'General User',
  password,
});

const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

async function query(url: string, sql: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql, values).finally(() => client.end());
}

export interface RunOptions {
  /** Whether there is a first administrator (default). */
  readonly administrator?: boolean;
  /** Off by default, because all requests come from one address. */
  readonly rateLimits?: 'on' | 'off';
  readonly trustProxy?: readonly string[];
  /** EVM nodes by network code. */
  readonly evmRpcUrls?: Readonly<Record<string, string>>;
  /** No mail is sent by default. */
  readonly mail?: Omit<MailOptions, 'publicUrl' | 'from'>;
  readonly openid?: OpenidOptions;
  /** Receives warnings. */
  readonly logger?: Logger;
}

/** Starts everything; call `stop` at the end. */
export async function run({
  administrator = true,
  rateLimits = 'off',
  trustProxy,
  evmRpcUrls,
  mail,
  openid,
  logger,
}: RunOptions = {}): Promise<Running> {
  const db = await freshDatabase();
  const masterKey = randomBytes(32);
  let offset = 0;
  const clock = () => new Date(Date.now() + offset);
  const stops: (() => Promise<void>)[] = [];

  async function startProcess(vaultUrl = db.url): Promise<Process> {
    const vault = await openVault({ connectionString: vaultUrl, masterKey, passwordCost });
    const log = await openPostgresLog({ connectionString: db.url });
    const eventStore = createEventStore(log, eventTypes, vault.sealer);
    const service = createCommandService({
      ...{ eventStore, vault, clock, rateLimits, evmRpcUrls },
      mail: mail && { ...mail, from: mailFrom, publicUrl },
      openid: openid && { ...openid, publicUrl },
      ...(logger === undefined ? {} : { logger }),
    });
    await service.start();
    const server = await createHttpServer({
      ...{ vault, publicUrl, trustProxy },
      incarnations: onlyIncarnation,
      shedsLoad: false,
    });
    const undocumented = undocumentedAnswers(server, () => server.swagger());
    const missed = missedBySerializers(server);
    const routes: string[] = [];
    server.addHook('onRoute', ({ method, url }) => {
      if (method !== 'HEAD') routes.push(`${method} ${url}`);
    });
    const passes = async () => ({ ok: true }) as const;
    const operations = createOperations({
      part: 'command-service',
      registry: createRegistry(),
      logger: silent,
      checks: {
        instance: passes,
        log: passes,
        vault: passes,
        members: passes,
        signOuts: passes,
        mails: passes,
        links: passes,
        reports: passes,
      },
    });
    await addProcessRoutes(server, { service, operations, secret: 's'.repeat(32) });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    stops.push(async () => {
      await server.close();
      await service.close();
      await eventStore.close();
      await vault.close();
      if (missed().length > 0) throw new Error(`Serialized differently: ${missed().join('; ')}`);
      if (undocumented().length > 0) {
        throw new Error(`Not in the document: ${undocumented().join('; ')}`);
      }
    });
    return { vault, eventStore, service, server, routes, url };
  }

  const first = await startProcess();
  if (administrator) await first.service.ensureAdministrator(async () => adminPassword);
  const browser = (at: Process = first) => browserAt(at.url);

  async function withSession(userId: number, at: Process = first): Promise<Browser> {
    const own = browser(at);
    const { token } = await at.vault.sessions.start(userId);
    own.cookies.set('session', token);
    return own;
  }

  return {
    ...first,
    databaseUrl: db.url,
    masterKey,
    another: startProcess,
    async pass(milliseconds) {
      offset += milliseconds;
      await shiftVaultClock(db.url, offset);
    },
    browser,
    async register(username, more = {}) {
      const own = browser();
      const answer = await own.post('/api/register', { ...registration(username), ...more });
      if (answer.status !== 201) throw new Error(`registering answered ${answer.status}`);
      return { ...own, id: Number(answer.body.id), username };
    },
    withSession,
    age: (userId, minutes) =>
      query(
        db.url,
        `update vault.sessions set proved_at = proved_at - make_interval(mins => $2) where user_id = $1`,
        [userId, minutes],
      ),
    async suspend({ id }) {
      const administrator = await withSession(1);
      const answer = await administrator.call('PATCH', `/api/admin/users/${id}/suspend`, {
        isSuspended: true,
      });
      if (answer.status !== 200) throw new Error(`suspending answered ${answer.status}`);
      const position = BigInt(answer.headers.get('x-position') ?? -1);
      // The follower of the log (`signingOut.ts`) runs after the suspending request.
      await eventually(async () => {
        const followed = await first.vault.bookmarks.find('signing-out');
        if (followed === null || followed.position < position) throw new Error('still followed');
      });
    },
    async administrator() {
      const own = browser();
      await own.post('/api/login', { username: 'admin', password: adminPassword });
      return { ...own, id: 1, username: 'admin' };
    },
    async events(stream) {
      const events: RecordedEvent<ProductEvents>[] = [];
      for await (const event of first.eventStore.readStream(stream)) events.push(event);
      return events;
    },
    async stop() {
      for (const stop of stops) await stop();
      await db.drop();
    },
  };
}

/** Gives a fresh proof as the administrator. */
export async function proveAgain(administrator: Browser): Promise<void> {
  const { status } = await administrator.post('/api/user/fresh-proof', { password: adminPassword });
  if (status !== 204) throw new Error(`proving answered ${status}`);
}

export const userStream = (member: { readonly id: number }) => streams.user(member.id);
