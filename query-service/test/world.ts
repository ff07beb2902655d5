import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Problem, type ProblemCode, problemSchema } from '@pmcw/contracts';
import { eventTypes, type ProductEvent, type ProductEvents, streams } from '@pmcw/contracts/events';
import { createEventStore, createMemoryLog, type EventLog, type EventStore } from '@pmcw/event-store';
import { createHttpServer } from '@pmcw/http';
import { auditFolder, Notary, SignedTree } from '@pmcw/notary';
import { createProjector, type Projector } from '@pmcw/projections';
import { silent } from '@pmcw/resilience';
import { addOperations, createOperations, createRegistry, onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, missedBySerializers, undocumentedAnswers } from '@pmcw/testing';
import fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { expect, vi } from 'vitest';
import { createQueryService, type QueryServiceOptions } from '../src/index.ts';
import { anyExports, noDrafts, noPasskeys, plain, profileKeys, sessions } from './standIns.ts';

/** Options of a request. */
export interface Asking {
  /** The signed-in member. */
  readonly as?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface NewMember {
  readonly username: string;
  readonly fullName?: string;
  readonly userType?: Extract<ProductEvent, { type: 'UserRegistered' }>['data']['userType'];
}

/** Ids and time of an event; the time is a second after the previous event by default. */
export interface EventIds {
  readonly time?: string;
  readonly eventId?: string;
  readonly correlationId?: string;
  readonly causationId?: string;
}

/** The query service on a real socket and a real Postgres, with read models kept by the real projector. */
export interface World {
  readonly app: FastifyInstance;
  readonly projector: Projector;
  readonly databaseUrl: string;
  /** The stored log. */
  readonly stored: EventLog;
  /** All routes as `METHOD /path`, without HEAD. */
  readonly routes: readonly string[];
  /** The undocumented ones. */
  readonly hiddenRoutes: readonly string[];
  /** Parsed log lines of the service. */
  readonly log: readonly { readonly msg: string; readonly sql?: string }[];
  /**
   * Appends an event, by the system unless an actor is given, and returns its position, without waiting for the read
   * models. Missing ids are generated.
   */
  record(event: ProductEvent, stream: string, actorId?: number, ids?: EventIds): Promise<string>;
  /** Returns the member's id. */
  register(member: NewMember | string): Promise<number>;
  /** To everyone if the receiver is null. Returns id and position. */
  send(
    from: number,
    to: number | null,
    content: string,
    more?: { readonly isRequest: boolean },
  ): Promise<{ id: string; position: string }>;
  /** Waits until the read models have everything recorded so far. */
  settle(): Promise<void>;
  /** Signs everything recorded so far. */
  sign(): Promise<void>;
  ask(path: string, asking?: Asking): Promise<Response>;
  /** Checks that the answer is a 200 of this schema. */
  json<S extends v.GenericSchema>(schema: S, path: string, asking?: Asking): Promise<v.InferOutput<S>>;
  /** Checks that the answer is this problem. */
  problem(status: number, code: ProblemCode, path: string, asking?: Asking): Promise<Problem>;
  /** Counts the statements of an action. */
  statementsOf(action: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/** Options that differ from most specs. */
export interface WorldOptions extends Partial<Omit<QueryServiceOptions, 'vault'>> {
  readonly vault?: Partial<QueryServiceOptions['vault']>;
}

/** The caller closes it. */
export async function openWorld({ vault: kept = {}, ...options }: WorldOptions = {}): Promise<World> {
  const database = await freshDatabase();
  const stored = createMemoryLog();
  const eventStore = createEventStore(stored, eventTypes, plain);
  const projector = createProjector({
    eventStore,
    incarnations: onlyIncarnation,
    connectionString: database.url,
    logger: silent,
  });
  await projector.start();
  const log: { msg: string; sql?: string }[] = [];
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const logger = fastify({ logger: { level: 'trace', stream } }).log;
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-world-'));
  const tree = new SignedTree(auditFolder(folder));
  const media = { describe: async () => null, read: async () => null };
  const vault = {
    sessions,
    media,
    drafts: noDrafts,
    passkeys: noPasskeys,
    openidLinks: noPasskeys,
    exports: anyExports,
    profileKeys,
    ...kept,
  };
  const common = { vault, incarnations: onlyIncarnation, publicUrl: 'http://localhost:8080', logger };
  const service = createQueryService({
    ...common,
    connectionString: database.url,
    production: false,
    // On a busy machine an own write must still be in the answer.
    readYourWritesMs: 60_000,
    pushKey: async () => 'BPublic',
    streams: eventStore,
    proofs: { tree, stored },
    ...options,
  });
  const app = await createHttpServer({ ...common, shedsLoad: false });
  const undocumented = undocumentedAnswers(app, () => app.swagger());
  const missed = missedBySerializers(app);
  const routes: string[] = [];
  const hiddenRoutes: string[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (method === 'HEAD') return;
    routes.push(`${method} ${url}`);
    if (schema?.hide === true) hiddenRoutes.push(`${method} ${url}`);
  });
  const checks = { instance: async () => ({ ok: true }) as const, ...service.checks };
  addOperations(app, createOperations({ part: 'query-service', registry: createRegistry(), logger, checks }));
  await app.register(service.plugin);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    ...{ app, projector, log, routes, hiddenRoutes, stored, databaseUrl: database.url },
    ...recorder(eventStore),
    ...asker(url, log),
    settle: () => settled(projector, eventStore),
    sign: () => signed(stored, folder),
    async close() {
      await app.close();
      await service.close();
      await tree.close();
      await rm(folder, { recursive: true });
      await projector.stop();
      await eventStore.close();
      await database.drop();
      if (missed().length > 0) throw new Error(`Serialized differently: ${missed().join('; ')}`);
      if (undocumented().length > 0) {
        throw new Error(`Not in the document: ${undocumented().join('; ')}`);
      }
    },
  };
}

async function settled(projector: Projector, eventStore: EventStore<ProductEvents>): Promise<void> {
  const head = await eventStore.head();
  await vi.waitFor(
    async () => {
      const behind = (await projector.status()).filter(({ position }) => position < head);
      expect(behind).toEqual([]);
    },
    { timeout: 60_000, interval: 5 },
  );
}

async function signed(log: EventLog, folder: string): Promise<void> {
  const onFailure = (error: unknown) => expect.unreachable(String(error));
  const notary = await Notary.start({ log, folder: auditFolder(folder), onFailure });
  const { events } = await log.readAll(0n, {}, 100_000);
  await vi.waitFor(() => expect(notary.size).toBe(events.length), { timeout: 60_000, interval: 5 });
  await notary.stop();
}

function recorder(eventStore: EventStore<ProductEvents>): Pick<World, 'record' | 'register' | 'send'> {
  let lastMember = 0;
  let clock = Date.parse('2026-01-01T00:00:00Z');

  async function record(
    event: ProductEvent,
    stream: string,
    actorId?: number,
    { eventId = randomUUID(), correlationId = randomUUID(), causationId = randomUUID(), time }: EventIds = {},
  ): Promise<string> {
    clock += 1000;
    const metadata = {
      actorId: actorId ?? null,
      correlationId,
      causationId,
      time: time ?? new Date(clock).toISOString(),
    };
    const { position } = await eventStore.append(stream, 'any', [{ ...event, eventId, metadata }]);
    return String(position);
  }

  return {
    record,
    async register(given) {
      const {
        username,
        fullName = `${username} of Test`,
        userType = 'General User',
      } = typeof given === 'string' ? { username: given } : given;
      lastMember += 1;
      const userId = lastMember;
      const data = {
        userId,
        username,
        fullName,
        email: `${username}@example.org`,
        telegramHandle: '',
        userType,
      };
      await record({ type: 'UserRegistered', data }, streams.user(userId));
      return userId;
    },
    async send(senderId, receiverId, content, more) {
      const id = randomUUID();
      const data = {
        messageId: id,
        senderId,
        receiverId,
        content,
        messageType: 'text',
        voiceHash: null,
        voiceSeconds: null,
        ...more,
      } as const;
      return { id, position: await record({ type: 'MessageSent', data }, streams.message(id)) };
    },
  };
}

function asker(
  url: string,
  log: readonly { msg: string; sql?: string }[],
): Pick<World, 'ask' | 'json' | 'problem' | 'statementsOf'> {
  async function ask(
    path: string,
    { as, headers, method = 'GET', body, signal }: Asking = {},
  ): Promise<Response> {
    return fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(as === undefined ? {} : { cookie: `session=member-${as}` }),
        ...(method === 'GET' ? {} : { origin: 'http://localhost:8080' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  return {
    ask,
    async json(schema, path, asking) {
      const response = await ask(path, asking);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
      return v.parse(schema, await response.json());
    },
    async problem(status, code, path, asking) {
      const response = await ask(path, asking);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      const problem = v.parse(problemSchema, await response.json());
      expect(problem).toMatchObject({ status, code });
      expect(response.status).toBe(status);
      return problem;
    },
    async statementsOf(action) {
      const before = log.filter(({ msg }) => msg === 'statement').length;
      await action();
      return log.filter(({ msg }) => msg === 'statement').length - before;
    },
  };
}
