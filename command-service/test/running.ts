import { randomBytes } from 'node:crypto';
import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openPostgresLog, type RecordedEvent } from '@pmcw/event-store';
import { createHttpServer } from '@pmcw/http';
import { createOperations, createRegistry } from '@pmcw/runtime';
import { freshDatabase, shiftVaultClock, undocumentedAnswers } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { openVault, type Vault } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import * as v from 'valibot';
import {
  type CommandService,
  createCommandService,
  type MailOptions,
  type OpenidOptions,
} from '../src/index.ts';
import { addProcessRoutes } from '../src/processRoutes.ts';
import type { ServiceLogger } from '../src/serviceLogger.ts';

/** The address that people type. */
export const publicUrl = 'http://localhost:8080';

const answerBodySchema = v.looseObject({
  detail: v.optional(v.string()),
  code: v.optional(v.string()),
  errors: v.optional(v.array(v.looseObject({ path: v.string(), message: v.string() }))),
  createdAt: v.optional(v.string()),
  position: v.optional(v.string()),
  sender: v.optional(v.looseObject({ fullName: v.string() })),
});
/** What specs look at in a body, whatever was asked; members are told by numbers, everything else by strings. */
type AnswerBody = v.InferOutput<typeof answerBodySchema> & { readonly id?: unknown };

/** An answer, with its body read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  /** The body as JSON; an empty object where there was none. */
  readonly body: AnswerBody;
}

/** A browser: keeps its cookies, sends its Origin. */
export interface Browser {
  readonly cookies: Map<string, string>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
}

/** A member signed in with a browser of their own. */
export interface SignedIn extends Browser {
  readonly id: number;
  readonly username: string;
}

/** One process: its own connections and memory, on the shared database. */
export interface Process {
  readonly vault: Vault;
  readonly eventStore: EventStore<ProductEvents>;
  readonly service: CommandService;
  readonly server: FastifyInstance;
  /** All routes that were added, as `METHOD /path`, without HEAD. */
  readonly routes: readonly string[];
  readonly url: string;
}

/** The service on a real database, for one file of specs. */
export interface Running extends Process {
  /** Moves the clocks of the database and of all processes on. */
  pass(milliseconds: number): Promise<void>;
  browser(at?: Process): Browser;
  /** Registers somebody new with this name. */
  register(username: string, more?: object): Promise<SignedIn>;
  /** Lets so many minutes pass since the member last proved, in each of their sessions, who they are. */
  age(userId: number, minutes: number): Promise<void>;
  /** A browser with a session from the vault, whoever may have one: also who should have none any more. */
  withSession(userId: number, at?: Process): Promise<Browser>;
  /** Suspends a member; resolves once the one process that runs won't come any more to end their sessions, so that those that begin later stay. */
  suspend(member: Pick<SignedIn, 'id'>): Promise<void>;
  /** Signs the first administrator in. */
  administrator(): Promise<SignedIn>;
  /** Events of a stream. */
  events(stream: string): Promise<RecordedEvent<ProductEvents>[]>;
  /** The database of the log and the vault. */
  readonly databaseUrl: string;
  readonly masterKey: Uint8Array;
  /** Another process on the same log, and on the same vault unless another one is named. */
  another(vaultUrl?: string): Promise<Process>;
  stop(): Promise<void>;
}

export const adminPassword = 'the first password';
/** Every member of the specs has it. */
export const password = 'correct horse';

/** Whom mails are from. */
export const mailFrom = 'PMCW <no-reply@pmcw.example>';

/** A wallet address that nobody has listed, right for PMCW. */
export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** A body that registers. */
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

function browserAt(url: string): Browser {
  const cookies = new Map<string, string>();

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: publicUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size === 0
          ? {}
          : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: v.parse(answerBodySchema, text === '' ? {} : JSON.parse(text)),
    };
  }
  return { cookies, call, post: (path, body) => call('POST', path, body) };
}

/** How the service is run. */
export interface RunOptions {
  /** Whether there is a first administrator (default). */
  readonly administrator?: boolean;
  /** Off unless a spec is about them, for all come from one address. */
  readonly rateLimits?: 'on' | 'off';
  readonly trustProxy?: readonly string[];
  /** Nodes of EVM networks by their codes. */
  readonly evmRpcUrls?: Readonly<Record<string, string>>;
  /** Where mails go; none are sent when missing. */
  readonly mail?: Omit<MailOptions, 'publicUrl' | 'from'>;
  /** By which provider members sign in, too. */
  readonly openid?: OpenidOptions;
  /** Where warnings go. */
  readonly logger?: ServiceLogger;
}

/** Starts everything; call `stop` in the end. */
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
    const vault = await openVault({ connectionString: vaultUrl, masterKey });
    const log = await openPostgresLog({ connectionString: db.url });
    const eventStore = createEventStore(log, eventTypes, vault.sealer);
    const service = createCommandService({
      ...{ eventStore, vault, clock, rateLimits, evmRpcUrls },
      mail: mail && { ...mail, from: mailFrom, publicUrl },
      openid: openid && { ...openid, publicUrl },
      ...(logger === undefined ? {} : { logger }),
    });
    await service.start();
    const server = await createHttpServer({ vault, publicUrl, trustProxy });
    const undocumented = undocumentedAnswers(server, () => server.swagger());
    const routes: string[] = [];
    server.addHook('onRoute', ({ method, url }) => {
      if (method !== 'HEAD') routes.push(`${method} ${url}`);
    });
    const { checks } = service;
    const operations = createOperations({ registry: createRegistry(), logger: silent, checks });
    await addProcessRoutes(server, { service, operations, secret: 's'.repeat(32) });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    stops.push(async () => {
      await server.close();
      await service.close();
      await eventStore.close();
      await vault.close();
      if (undocumented().length > 0) {
        throw new Error(`Not in the document: ${undocumented().join('; ')}`);
      }
    });
    return { vault, eventStore, service, server, routes, url };
  }

  const first = await startProcess();
  if (administrator) await first.service.ensureAdministrator(adminPassword);
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
      // The one who follows the log (`signingOut.ts`) comes after the one who was asked.
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

/** Proves again who the administrator is, whose last proof specs let grow old. */
export async function proveAgain(administrator: Browser): Promise<void> {
  const { status } = await administrator.post('/api/user/fresh-proof', { password: adminPassword });
  if (status !== 204) throw new Error(`proving answered ${status}`);
}

/** The stream of a member. */
export const userStream = (member: { readonly id: number }) => streams.user(member.id);
