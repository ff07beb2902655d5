import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { openPostgresLog } from '@pmcw/event-store';
import { startPostgres } from '@pmcw/launcher/postgres';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { closedLoop } from './support/closedLoop.ts';
import { optionsOf } from './support/options.ts';
import {
  createSingleRowTable,
  findPgbench,
  PgbenchMissingError,
  singleRowCommits,
} from './support/pgbench.ts';
import { type Contender, inTurns, median, type Rounds } from './support/rounds.ts';

/**
 * Durable appends per second: 64 callers append one event each, to a new stream every time. Compared in turns, on the
 * same server, with pgbench committing one row of the same texts at a time over 64 connections, and with Emmett's
 * store.
 *
 * npm run append -w bench -- --rounds 7 --seconds 3
 */
const callers = 64;
const aims = { pgbench: 1.5, emmett: 10 };
/** Room for all clients, and for the journal of the whole run, so that no checkpoint hits one contender by chance. */
const settings = { max_connections: '200', max_wal_size: '8GB' };

/** As large as an everyday message: about 100 characters of encrypted text, with actor and cause. */
const sealed = randomUUID().repeat(5);
const data = {
  conversation: 'g',
  senderId: 12,
  receiverId: 1,
  content: { sealed, subject: 12 },
  messageType: 'text',
};
const metadata = {
  actorId: 12,
  correlationId: randomUUID(),
  causationId: randomUUID(),
  time: new Date().toISOString(),
  schemaVersion: 1,
};
const type = 'MessageSent';

async function database(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function ours(url: string): Promise<Contender & { close(): Promise<void> }> {
  const log = await openPostgresLog({ connectionString: url });
  const append = () => {
    const eventId = uuidv7();
    return log.append(`message-${eventId}`, 'no-stream', [{ eventId, type, data, metadata }]);
  };
  return {
    name: 'this event store',
    run: (seconds) => closedLoop(callers, seconds, append),
    close: () => log.close(),
  };
}

async function emmett(url: string): Promise<Contender & { close(): Promise<void> }> {
  // Emmett's own pool outlives `close` and has no error listener.
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  const append = () => store.appendToStream(`message-${uuidv7()}`, [{ type, data, metadata }]);
  return {
    name: 'emmett-postgresql',
    run: (seconds) => closedLoop(callers, seconds, append),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

async function pgbench(program: string, url: string): Promise<Contender> {
  await createSingleRowTable(url);
  const row = {
    stream: `message-${uuidv7()}`,
    type,
    data: JSON.stringify(data),
    metadata: JSON.stringify(metadata),
  };
  return {
    name: 'pgbench',
    run: (seconds) => singleRowCommits(program, url, row, { clients: callers, seconds }),
  };
}

async function compare(serverUrl: string, program: string, rounds: Rounds): Promise<Map<string, number[]>> {
  const own = await ours(await database(serverUrl, 'bench_ours'));
  const peer = await emmett(await database(serverUrl, 'bench_emmett'));
  const single = await pgbench(program, await database(serverUrl, 'bench_pgbench'));
  const results = await inTurns([own, single, peer], rounds);
  await Promise.all([own.close(), peer.close()]);
  return results;
}

function report(results: ReadonlyMap<string, readonly number[]>): void {
  const middle = (name: string) => median(results.get(name) ?? []);
  const own = middle('this event store');
  const line = (name: string, aim?: number) => {
    const ratio = own / middle(name);
    return {
      contender: name,
      'appends/s (median)': Math.round(middle(name)),
      rounds: (results.get(name) ?? []).map(Math.round).join(' '),
      'ours is': aim === undefined ? '' : `${ratio.toFixed(2)} times`,
      aim: aim === undefined ? '' : `${aim} times: ${ratio >= aim ? 'met' : 'missed'}`,
    };
  };
  console.log(`\n${callers} callers, one event each, fsync and synchronous_commit on.`);
  console.log(
    `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`,
  );
  console.table([
    line('this event store'),
    line('pgbench', aims.pgbench),
    line('emmett-postgresql', aims.emmett),
  ]);
}

async function main(): Promise<void> {
  const values = optionsOf({ rounds: '7', seconds: '3' });
  const program = await findPgbench();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-'));
  const server = await startPostgres({ dataDir, settings });
  try {
    const rounds = { rounds: Number(values.rounds), seconds: Number(values.seconds), warmUp: 3 };
    report(await compare(server.url, program, rounds));
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof PgbenchMissingError ? error.message : error);
  process.exitCode = 1;
});
