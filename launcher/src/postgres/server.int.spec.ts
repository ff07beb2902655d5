import { once } from 'node:events';
import { appendFile, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { freePort } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clusterOf, isolations, newDataDir, query } from '../../test/postgres.ts';
import { serverProcesses } from './processes.ts';
import { runningPostgresUrl, startPostgres } from './server.ts';
import { boundLog, logBytes } from './serverLog.ts';

describe.each(isolations)('embedded PostgreSQL (isolation: %s)', (isolation) => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await newDataDir(isolation);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('keeps its data over a stop and a start', async () => {
    const first = await startPostgres({ dataDir, isolation });
    await query(first.url, 'create table kept as select 42 as answer');
    expect(await runningPostgresUrl(dataDir)).toBe(first.url);
    await first.stop();
    expect(await runningPostgresUrl(dataDir)).toBeNull();

    const second = await startPostgres({ dataDir, isolation });
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('takes over from a server that outlived its launcher', async () => {
    const orphan = await startPostgres({ dataDir, isolation });
    await query(orphan.url, 'create table kept as select 42 as answer');
    const next = await startPostgres({ dataDir, isolation });
    expect(await orphan.died).toContain('shut down');
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await next.stop();
  });

  it('listens on no port, and only its own user can open the socket', async () => {
    const server = await startPostgres({ dataDir, isolation });
    expect(await query(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    const socket = await stat(path.join(await realpath(path.join(dataDir, 'postgres')), '.s.PGSQL.5432'));
    expect(socket.mode & 0o077).toBe(0);
    await server.stop();
  });

  it('takes another port when the one it chose is taken before it listens', async () => {
    const taken = await freePort();
    const other = createServer().listen(taken, '127.0.0.1');
    await once(other, 'listening');
    const ports = [taken, taken, await freePort()];
    const choosePort = async () => ports.shift() ?? 0;
    // Where a socket’s path is too long.
    const deep = path.join(dataDir, 'x'.repeat(100));
    const server = await startPostgres({ dataDir: deep, isolation, choosePort });
    expect(ports).toEqual([]);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await runningPostgresUrl(deep)).toBe(server.url);
    await server.stop();
    other.close();
  });

  it('leaves nothing behind when its start is aborted', async () => {
    const ended = startPostgres({ dataDir, isolation, signal: AbortSignal.abort() });
    await expect(ended).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(await serverProcesses(clusterOf(dataDir))).toEqual([]);
  });

  it('logs nothing of statements, whether they succeed or fail', async () => {
    const server = await startPostgres({ dataDir, isolation });
    const client = new pg.Client({ connectionString: server.url }).on('error', () => undefined);
    await client.connect();
    await client.query('create table people (name text primary key)');
    for (const [text, ...values] of [
      ['insert into people values ($1)', 'lovelace'],
      ['insert into people values ($1)', 'lovelace'],
      ['select $1::integer', 'lovelace'],
      ["select 'lovelace' from nothing"],
      ["do $$ begin raise warning 'lovelace'; end $$"],
      ["select pg_sleep(0), 'lovelace'"],
    ] as const) {
      await client.query(text, [...values]).catch(() => undefined);
    }
    await client.query("set statement_timeout = 1; select pg_sleep(60), 'lovelace'").catch(() => undefined);
    await client.end();
    await server.stop();
    const log = await readFile(path.join(dataDir, 'postgres/server.log'), 'utf8');
    expect(log).toMatch(/ready to accept connections[\s\S]*database system is shut down/);
    expect(log).not.toMatch(/lovelace|people|STATEMENT|checkpoint starting/);
  });

  it('truncates a large log, and keeps the end of the previous part', async () => {
    const first = await startPostgres({ dataDir, isolation });
    await first.stop();
    const file = path.join(dataDir, 'postgres/server.log');
    await appendFile(file, `${'x'.repeat(5 * logBytes)} the end`);
    const second = await startPostgres({ dataDir, isolation });
    expect((await stat(file)).size).toBeLessThan(logBytes);
    await appendFile(file, 'y'.repeat(2 * logBytes));
    await boundLog(file);
    expect((await stat(file)).size).toBe(0);
    await second.stop();
    const log = await readFile(file, 'utf8');
    // It continued at the new start of the log.
    expect(log).toContain('database system is shut down');
    expect(log).not.toContain('\0');
    expect((await stat(`${file}.1`)).size).toBe(logBytes);
  });

  it('is not made where a damaged cluster is, whose password it would replace', async () => {
    const version = path.join(clusterOf(dataDir), 'PG_VERSION');
    await rename(version, `${version}.away`);
    const password = path.join(dataDir, 'postgres/password');
    const before = await readFile(password, 'utf8');
    await expect(startPostgres({ dataDir, isolation })).rejects.toThrow(
      'exists, but is no PostgreSQL cluster',
    );
    expect(await readFile(password, 'utf8')).toBe(before);
    await rename(`${version}.away`, version);
    await writeFile(password, '');
    await expect(startPostgres({ dataDir, isolation })).rejects.toThrow(
      `${await realpath(password)} is empty.`,
    );
    await writeFile(password, before);
    const server = await startPostgres({ dataDir, isolation });
    await server.stop();
  });

  it('refuses connections without the password', async () => {
    const server = await startPostgres({ dataDir, isolation });
    const url = new URL(server.url);
    url.password = 'guess';
    await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    await server.stop();
  });
});
