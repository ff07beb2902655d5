import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { createCommandService } from '@pmcw/command-service';
import { eventTypes } from '@pmcw/contracts/events';
import { createEventStore, openEventStoreDbLog, openPostgresLog, runEventStoreCli } from '@pmcw/event-store';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault, runVaultCli } from '@pmcw/vault';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminPassword, runProduct } from '../test/product.ts';
import { closing, eventsIn, namedOnce, ServedLogs } from '../test/servedLogs.ts';

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

describe('an installation from before there were ids', () => {
  const logger = pino({ level: 'silent' });

  /** An administrator in vault and log, both without an id. */
  async function installOld(): Promise<void> {
    await closing(await openVault({ connectionString: database.url, masterKey }), async (vault) =>
      closing(await openPostgresLog({ connectionString: database.url }), async (log) => {
        const eventStore = createEventStore(log, eventTypes, vault.sealer);
        const service = createCommandService({ eventStore, vault, logger });
        expect(await service.ensureAdministrator(async () => adminPassword)).toBe('created');
      }),
    );
  }

  /** Runs a command-line tool on a database. */
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

  /** Starts the product; the administrator can sign in, and the log has one id. */
  async function expectNamed(on: TestDatabase, eventStoreUrl?: string): Promise<void> {
    const product = await runProduct({
      foundation: { DATABASE_URL: on.url, VAULT_KEY: masterKey, EVENTSTORE_URL: eventStoreUrl },
    });
    const credentials = { username: 'admin', password: adminPassword };
    expect((await product.ask('POST', '/api/login', { body: credentials })).status).toBe(200);
    await product.stop();
    if (eventStoreUrl === undefined) expect(namedOnce(await typesIn(on))).toBe(true);
  }

  it('gets one at its first start, keeps it, and takes it along to another engine', async () => {
    await installOld();
    expect(await typesIn(database)).not.toContain('InstanceNamed');
    await expectNamed(database);
    await expectNamed(database);

    const address = new ServedLogs();
    closers.push(() => address.close());
    await address.serve(address.ours);
    // Reading must not name it, because it could no longer be filled then.
    await tool('event-store', database, 'verify', '--from', address.url, '--to', address.url);
    await tool('event-store', database, 'copy', '--from', database.url, '--to', address.url);
    expect(eventsIn(address.ours)).toEqual(await typesIn(database));
    await expectNamed(database, address.url);
    expect(namedOnce(eventsIn(address.ours))).toBe(true);
  });

  it('gets one where it is restored from its backup', async () => {
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

  it('gets one when the backup of its log is from before the id, and that of its vault from after', async () => {
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
