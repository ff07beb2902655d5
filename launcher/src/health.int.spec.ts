import { randomBytes } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { createCommandService, followerChecks } from '@pmcw/command-service';
import { createGateway, followingCheck, sessionsCheck, webPushCheck } from '@pmcw/gateway';
import { silent } from '@pmcw/resilience';
import { createOperations, createRegistry, Opened, type Operations, openFoundation } from '@pmcw/runtime';
import { freePort } from '@pmcw/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterOf, newDataDir, query } from '../test/postgres.ts';
import { serverProcesses } from './postgres/processes.ts';
import { type PostgresServer, startPostgres } from './postgres/server.ts';

const opened = new Opened();
let dataDir: string;
let port: number;
let server: PostgresServer;
let gateway: Operations;
let commandService: Operations;

async function start(): Promise<void> {
  server = await startPostgres({ dataDir, choosePort: async () => port });
}

beforeAll(async () => {
  [dataDir, port] = [await newDataDir(), await freePort()];
  await start();
  opened.add(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
  const registry = createRegistry();
  const foundation = await openFoundation(
    { DATABASE_URL: server.url, VAULT_KEY: randomBytes(32) },
    { opened, registry, logger: silent },
  );
  const { eventStore, vault, incarnations, pulse, checks } = foundation;
  const sockets = createGateway({
    ...{ eventStore, incarnations, publicUrl: 'http://localhost:8080' },
    ...{ sessions: vault.sessions, drafts: vault.drafts, snapshots: vault.snapshots },
    push: { push: vault.push, bookmarks: vault.bookmarks },
    dispatch: () => Promise.reject(new Error('not in this spec')),
    dispatchMessages: () => Promise.reject(new Error('not in this spec')),
  });
  opened.add(() => sockets.close());
  await sockets.listen({ host: '127.0.0.1', port: 0 });
  const soon = { logger: silent, freshMs: 0, waitMs: 500, patienceMs: 1_000 };
  gateway = createOperations({
    ...{ part: 'gateway', registry, ...soon },
    checks: {
      instance: checks.instance,
      following: followingCheck(sockets, pulse),
      sessions: sessionsCheck(vault),
      webPush: webPushCheck(sockets, pulse),
    },
  });
  const commands = createCommandService({ eventStore, vault });
  opened.add(() => commands.close());
  await commands.start();
  commandService = createOperations({
    ...{ part: 'command-service', registry: createRegistry(), ...soon },
    checks: { ...checks, ...followerChecks(commands.followers, pulse) },
  });
});
afterAll(() => opened.close());

const schema = v.object({
  state: v.string(),
  checks: v.record(v.string(), v.looseObject({ ok: v.boolean() })),
});

/** State and failing checks, as `/readyz` has them. */
async function readinessOf(part: Operations) {
  const { state, checks } = v.parse(schema, JSON.parse((await part.answer('/readyz')).body));
  const failing = Object.entries(checks).flatMap(([name, { ok }]) => (ok ? [] : [name]));
  return [state, ...failing];
}

const ready = async () => {
  await expect.poll(() => readinessOf(gateway)).toEqual(['ready']);
  await expect.poll(() => readinessOf(commandService)).toEqual(['ready']);
};

async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (const pid of await serverProcesses(await realpath(clusterOf(dataDir)))) process.kill(pid, name);
}

/** Changes the product's database from another one; connections of a role then start again. */
async function change(statement: string, connections = '%'): Promise<void> {
  const elsewhere = new URL(server.url);
  const database = elsewhere.pathname.slice(1);
  elsewhere.pathname = '/template1';
  await query(elsewhere.href, statement.replace('$', database));
  await query(
    elsewhere.href,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${database}' and application_name like '${connections}'`,
  );
}

describe('gateway and command-service on a PostgreSQL', () => {
  it.each([
    ['that is stopped', () => server.stop(), start],
    ['that is frozen', () => signal('SIGSTOP'), () => signal('SIGCONT')],
  ])('%s are not ready until it answers again', async (_what, fail, recover) => {
    await ready();
    await fail();
    try {
      await expect
        .poll(() => readinessOf(gateway))
        .toEqual(['not ready', 'following', 'sessions', 'webPush']);
      await expect
        .poll(() => readinessOf(commandService))
        .toEqual(['not ready', 'log', 'vault', 'members', 'signOuts', 'mails', 'links', 'reports']);
    } finally {
      await recover();
    }
    await ready();
  });

  it('that is read-only: the command-service, which could not do its work, is not ready', async () => {
    await ready();
    await change('alter database $ set default_transaction_read_only = on');
    try {
      await expect.poll(() => readinessOf(commandService)).toEqual(['not ready', 'log', 'vault']);
      // Its sockets get everything; that it pushes to browsers can't be noted.
      await expect.poll(() => readinessOf(gateway)).toEqual(['degraded', 'webPush']);
    } finally {
      await change('alter database $ reset default_transaction_read_only');
    }
    await ready();
  });

  it('without a connection for appends: the command-service is not ready, although all else answers', async () => {
    await ready();
    await change('alter database $ with allow_connections false', 'event-store writer');
    try {
      await expect.poll(() => readinessOf(commandService)).toEqual(['not ready', 'log']);
      await expect.poll(() => readinessOf(gateway)).toEqual(['ready']);
    } finally {
      await change('alter database $ with allow_connections true', 'no such role');
    }
    await ready();
  });
});
