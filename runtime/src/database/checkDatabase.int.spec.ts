import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPooler } from '../../test/pooler.ts';
import { openFoundation, openLogFrom } from '../foundation/foundation.ts';
import { createRegistry } from '../operations/metrics.ts';
import { CannotStartError } from '../process/cannotStart.ts';
import { Opened } from '../process/opened.ts';
import { checkDatabase } from './checkDatabase.ts';
import type { DatabaseNeeds } from './requirements.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Log lines of the check. */
async function linesOf(
  url: string,
  needs: DatabaseNeeds = { connections: 20, creates: true },
): Promise<string[]> {
  const lines: string[] = [];
  await checkDatabase(url, needs, pino({}, { write: (line) => void lines.push(line) }));
  return lines;
}

it('is silent about a database of the embedded server', async () => {
  expect(await linesOf(database.url)).toEqual([]);
});

it.each([
  ["encoding 'SQL_ASCII' locale 'C' locale_provider libc", 'its encoding is SQL_ASCII'],
  ["encoding 'UTF8' locale 'C' locale_provider libc", 'its locale has no lower case beyond English'],
])('refuses a database with %s', async (options, problem) => {
  const name = `spec_${randomUUID().replaceAll('-', '')}`;
  await asSuperuser(`create database ${name} template template0 ${options}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  await expect(linesOf(url.href)).rejects.toThrow(problem);
  await asSuperuser(`drop database ${name}`);
});

describe('settings of the database', () => {
  it('are refused by every part, where confirmed data could be lost', async () => {
    await asSuperuser(`alter database ${nameOf(database.url)} set synchronous_commit = off`);
    const tools = () => ({
      opened: new Opened(),
      logger: pino({ level: 'silent' }),
      registry: createRegistry(),
    });
    const settings = { DATABASE_URL: database.url, VAULT_KEY: randomBytes(32) };
    for (const open of [openFoundation, openLogFrom]) {
      const opening = open(settings, tools());
      await expect(opening).rejects.toThrow(CannotStartError);
      await expect(opening).rejects.toThrow(
        `DATABASE_URL can't be used:\n  synchronous_commit=off: it can lose messages that it has confirmed. To fix it: psql -U postgres -c "alter role postgres in database ${nameOf(database.url)} set synchronous_commit = on"`,
      );
    }
  });

  it('that keep erased data are logged once, with the command', async () => {
    await asSuperuser(`alter database ${nameOf(database.url)} set wal_recycle = on`);
    const [line, ...others] = await linesOf(database.url);
    expect(others).toEqual([]);
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 40,
      msg: expect.stringContaining('the database: wal_recycle=on'),
      remedy: expect.stringContaining('alter system set wal_recycle = off'),
    });
  });
});

it('refuses a role without the rights that its schemas need, and accepts it with the commands it gave', async () => {
  const role = `role_${randomUUID().replaceAll('-', '')}`;
  const datname = nameOf(database.url);
  await asSuperuser(`create role ${role} login password 'open' connection limit 30`);
  await asSuperuser('create schema vault');
  const url = new URL(database.url);
  url.username = role;
  url.password = 'open';
  const needs = { connections: 31, creates: true, extensions: ['pg_trgm', 'no_such_thing'] };
  const checking = linesOf(url.href, needs);
  await expect(checking).rejects.toThrow(`grant create on database ${datname} to ${role}`);
  await expect(checking).rejects.toThrow(`grant all on schema vault to ${role}`);
  await expect(checking).rejects.toThrow('it allows 30 connections; this process needs 31');
  await expect(checking).rejects.toThrow('create extension pg_trgm schema public');
  await expect(checking).rejects.toThrow('its server lacks the extension no_such_thing');

  await asSuperuser(`alter role ${role} connection limit 31`);
  await asSuperuser(`grant create on database ${datname} to ${role}`);
  await asSuperuser(`grant all on schema vault to ${role}; create extension pg_trgm schema public`);
  expect(await linesOf(url.href, { ...needs, extensions: ['pg_trgm'] })).toEqual([]);
  await asSuperuser(`drop owned by ${role}; drop role ${role}`);
});

describe('a pooler in front of it', () => {
  it('is refused when it shares sessions, with the reason', async () => {
    const pooler = await startPooler(database.url);
    const checking = linesOf(pooler.url);
    await expect(checking).rejects.toThrow('shares sessions between connections');
    await expect(checking).rejects.toThrow('pool_mode = session');
    await pooler.close();
  });

  it('is refused when it refuses our parameters, with its setting', async () => {
    const pooler = await startPooler(database.url, ['statement_timeout']);
    await expect(linesOf(pooler.url)).rejects.toThrow(
      'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options',
    );
    await pooler.close();
  });
});
