import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createCommandService } from '@pmcw/command-service';
import { eventTypes } from '@pmcw/contracts/events';
import {
  createEventStore,
  type EventLog,
  openEventStoreDbLog,
  openPostgresLog,
  runEventStoreCli,
} from '@pmcw/event-store';
import { auditFolderOf } from '@pmcw/notary';
import { freePort, freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault, runVaultCli } from '@pmcw/vault';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WireLog } from '../../event-store/test/wire/log.ts';
import { startWireServer, type WireServer } from '../../event-store/test/wire/server.ts';
import { isReady, type Part, startPart, statusOf, type Workspace, workspaces } from '../test/parts.ts';
import { adminPassword, cookiesOf, publicUrl, registration, runProduct } from '../test/product.ts';
import { root } from './places.ts';

const masterKey = randomBytes(32);
let closers: (() => Promise<unknown>)[];
let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  closers = [];
  database = await fresh();
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-instance-'));
  closers.push(() => rm(folder, { recursive: true }));
});
afterEach(async () => {
  for (const close of closers.reverse()) await close();
});

async function fresh(): Promise<TestDatabase> {
  const made = await freshDatabase();
  closers.push(() => made.drop());
  return made;
}

async function closing<T extends { close(): Promise<unknown> }, R>(
  opened: T,
  work: (opened: T) => Promise<R>,
) {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** One address, under which now this log is served and now that one. */
class Address {
  readonly ours = new WireLog();
  readonly others = new WireLog();
  #server: WireServer | null = null;
  #port = 0;

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  async serve(log: WireLog): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    await this.close();
    this.#server = await startWireServer({ port: this.#port, log });
  }

  async close(): Promise<void> {
    await this.#server?.stop();
  }
}

const eventsIn = ({ records }: WireLog): readonly string[] =>
  records.filter(({ stream }) => !stream.startsWith('$')).map(({ type }) => type);

/** Gives a log the name of another installation. */
async function ofOthers(log: EventLog): Promise<void> {
  const data = { instanceId: randomUUID() };
  await log.append('instance', 'no-stream', [
    { eventId: randomUUID(), type: 'InstanceNamed', data, metadata: {} },
  ]);
}

const ask = (url: string, method: 'GET' | 'POST', body?: object, cookie = '') =>
  fetch(url, {
    method,
    headers: {
      origin: publicUrl,
      cookie,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const namedOnce = (types: readonly string[]): boolean =>
  types.filter((type) => type === 'InstanceNamed').length === 1;

describe('two processes of every part, with a wrong log', () => {
  let address: Address;
  let settings: Record<string, string>;
  beforeEach(async () => {
    address = new Address();
    closers.push(() => address.close());
    await address.serve(address.others);
    await closing(await openEventStoreDbLog({ connectionString: address.url }), ofOthers);
    await address.serve(address.ours);
    settings = {
      DATABASE_URL: database.url,
      EVENTSTORE_URL: address.url,
      VAULT_KEY: masterKey.toString('base64'),
      PUBLIC_URL: publicUrl,
      DISPATCH_SECRET: randomBytes(32).toString('hex'),
      COMMAND_SERVICE_URL: 'http://127.0.0.1:1',
      ADMIN_PASSWORD: adminPassword,
      AUDIT_DIR: folder,
      CHECKPOINT_SECONDS: '1',
      APP_FILES: path.join(root, 'pwa'),
    };
  });

  const checkpoints = () => readFile(auditFolderOf(folder, 'eventstoredb').checkpoints, 'utf8');

  /** Makes the installation; answers the cookie of a member, when its log was signed. */
  async function install(): Promise<string> {
    const [commands, notary] = await Promise.all([
      startPart('command-service', settings),
      startPart('notary', settings),
    ]);
    await Promise.all([commands, notary].map(isReady));
    const ada = await ask(`${commands.url}/api/register`, 'POST', registration('ada'));
    expect(ada.status).toBe(201);
    await expect.poll(() => checkpoints().catch(() => '')).not.toBe('');
    expect(await Promise.all([commands, notary].map((part) => part.stop()))).toEqual([0, 0]);
    return cookiesOf(ada);
  }

  async function expectWaiting({ url, workspace }: Part): Promise<void> {
    await expect.poll(() => statusOf(`${url}/readyz`), { message: workspace }).toBe(503);
    const reason = 'it belongs to another installation';
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      ready: false,
      checks: { instance: { ok: false, reason } },
    });
    expect(await statusOf(`${url}/healthz`)).toBe(200);
  }

  it('write, sign and tell devices nothing, say why, and go on by themselves with the right one', async () => {
    const cookie = await install();
    const before = { others: eventsIn(address.others), signed: await checkpoints() };
    await address.serve(address.others);

    const parts = await Promise.all(
      [...workspaces, ...workspaces].map((workspace) => startPart(workspace, settings)),
    );
    const all = (workspace: Workspace) => parts.filter((part) => part.workspace === workspace);
    const waiting = parts.filter(({ workspace }) => workspace !== 'notary');
    await Promise.all(waiting.map(expectWaiting));
    // It knows the log by what it has signed of it.
    expect(await Promise.any(all('notary').map(({ ended }) => ended))).toBe(1);
    const message = { content: 'Does anybody get this?' };
    for (const { url } of all('command-service')) {
      expect((await ask(`${url}/api/register`, 'POST', registration('ben'))).status).toBe(503);
      expect((await ask(`${url}/api/messages/global`, 'POST', message, cookie)).status).toBe(503);
    }
    for (const { url } of all('query-service')) {
      const changes = `${url}/api/messages/changes?after=1000000000`;
      expect((await ask(changes, 'GET', undefined, cookie)).status).toBe(503);
    }
    expect(eventsIn(address.others)).toEqual(before.others);
    expect(await checkpoints()).toBe(before.signed);
    for (const part of waiting) {
      expect(part.output()).toMatch(/"level":50.*it belongs to another installation/);
    }

    // One that waits ends as soon as it is told to.
    expect(await waiting.pop()?.stop()).toBe(0);

    await address.serve(address.ours);
    await Promise.all(waiting.map(isReady));
    const members = ['ben', 'cleo'].map((name) => registration(name));
    for (const [n, { url }] of all('command-service').entries()) {
      expect((await ask(`${url}/api/register`, 'POST', members[n])).status).toBe(201);
      expect((await ask(`${url}/api/messages/global`, 'POST', message, cookie)).status).toBe(201);
    }
    expect(namedOnce(eventsIn(address.ours))).toBe(true);
    expect(eventsIn(address.others)).toEqual(before.others);
    expect(await Promise.all(waiting.map((part) => part.stop()))).toEqual(waiting.map(() => 0));
  }, 240_000);
});

describe('everything in one process', () => {
  it('waits with an empty log on its one port, and goes on by itself with the right one', async () => {
    const address = new Address();
    closers.push(() => address.close());
    await address.serve(address.ours);
    const foundation = { DATABASE_URL: database.url, VAULT_KEY: masterKey, EVENTSTORE_URL: address.url };
    await (await runProduct({ foundation })).stop();
    const known = eventsIn(address.ours);

    await address.serve(address.others);
    const port = await freePort();
    const starting = runProduct({ foundation, port });
    const url = `http://127.0.0.1:${port}`;
    await expect.poll(() => statusOf(`${url}/readyz`)).toBe(503);
    expect((await ask(`${url}/api/register`, 'POST', registration('ada'))).status).toBe(503);
    expect(await statusOf(url)).toBe(503);
    expect(eventsIn(address.others)).toEqual([]);

    await address.serve(address.ours);
    const product = await starting;
    closers.push(() => product.stop());
    expect(eventsIn(address.ours)).toEqual(known);
    expect((await ask(`${url}/api/register`, 'POST', registration('ada'))).status).toBe(201);
  }, 240_000);
});

describe('an installation from before there was an id', () => {
  const logger = pino({ level: 'silent' });

  /** Its administrator in vault and log, neither of which has an id. */
  async function installOld(): Promise<void> {
    await closing(await openVault({ connectionString: database.url, masterKey }), async (vault) =>
      closing(await openPostgresLog({ connectionString: database.url }), async (log) => {
        const eventStore = createEventStore(log, eventTypes, vault.sealer);
        const service = createCommandService({ eventStore, vault, logger });
        expect(await service.ensureAdministrator(adminPassword)).toBe('created');
      }),
    );
  }

  /** Runs a tool of the command line on a database. */
  async function tool(kind: 'event-store' | 'vault', on: TestDatabase, ...args: string[]): Promise<void> {
    const out = new PassThrough().resume();
    const connectionString = on.url;
    const openLog = (named: string | null) =>
      named?.startsWith('esdb') === true
        ? openEventStoreDbLog({ connectionString: named })
        : openPostgresLog({ connectionString });
    const code =
      kind === 'vault'
        ? await runVaultCli(args, { connectionString, masterKey, logger }, out)
        : await runEventStoreCli(args, { openLog }, out);
    expect(code).toBe(0);
  }

  const typesIn = async (on: TestDatabase): Promise<readonly string[]> =>
    closing(await openPostgresLog({ connectionString: on.url }), async (log) =>
      (await log.readAll(0n)).events.map(({ type }) => type),
    );

  /** Starts the product on vault and log; the administrator can sign in, and the log has one name. */
  async function expectNamed(on: TestDatabase, eventStoreUrl?: string): Promise<void> {
    const product = await runProduct({
      foundation: { DATABASE_URL: on.url, VAULT_KEY: masterKey, EVENTSTORE_URL: eventStoreUrl },
    });
    const credentials = { username: 'admin', password: adminPassword };
    expect((await product.ask('POST', '/api/login', { body: credentials })).status).toBe(200);
    await product.stop();
    if (eventStoreUrl === undefined) expect(namedOnce(await typesIn(on))).toBe(true);
  }

  it('gets it at its first start, keeps it, and takes it along to another engine', async () => {
    await installOld();
    expect(await typesIn(database)).not.toContain('InstanceNamed');
    await expectNamed(database);
    await expectNamed(database);

    const address = new Address();
    closers.push(() => address.close());
    await address.serve(address.ours);
    // Looking at it gives it no name: it could not be filled any more.
    await tool('event-store', database, 'export', path.join(folder, 'empty'), '--from', address.url);
    await tool('event-store', database, 'copy', '--from', database.url, '--to', address.url);
    expect(eventsIn(address.ours)).toEqual(await typesIn(database));
    await expectNamed(database, address.url);
    expect(namedOnce(eventsIn(address.ours))).toBe(true);
  });

  it('gets it where it is restored to from its backup', async () => {
    await installOld();
    const [log, vault] = [path.join(folder, 'log'), path.join(folder, 'vault')];
    await tool('event-store', database, 'export', log);
    await tool('vault', database, 'backup', vault);
    const other = await fresh();
    await tool('event-store', other, 'import', log);
    await tool('vault', other, 'restore', vault);
    expect(await typesIn(other)).toEqual(await typesIn(database));
    await expectNamed(other);
  });

  it('gets it when the backup of its log is from before the id, and that of its vault from after', async () => {
    await installOld();
    const [log, vault] = [path.join(folder, 'log'), path.join(folder, 'vault')];
    await tool('event-store', database, 'export', log);
    await expectNamed(database);
    await tool('vault', database, 'backup', vault);
    const other = await fresh();
    await tool('event-store', other, 'import', log);
    await tool('vault', other, 'restore', vault);
    await expectNamed(other);
  });
});
