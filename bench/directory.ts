import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '@pmcw/launcher/postgres';
import { type ModelName, modelNames, modelVersions } from '@pmcw/projections/tables';
import { openVault } from '@pmcw/vault';
import pg from 'pg';
import { startBar } from './support/bar.ts';
import { createDatabase } from './support/database.ts';
import { fillLog } from './support/fill.ts';
import { kindsOf, type Search, type SearchKind } from './support/kinds.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { freePort, startPart } from './support/part.ts';
import { percentile } from './support/percentiles.ts';
import { createPeer, type Peer } from './support/plainMembers.ts';
import { plansOf } from './support/plans.ts';

/**
 * Searches of the directory and of the administrators' list among 100,000 members, over HTTP: a query service on an
 * embedded PostgreSQL whose read models a projector filled from the log. One caller, kinds of searches in turns, each
 * followed by the same search of a plain table in PostgreSQL (`ilike`, count and page).
 *
 * node --conditions=source --import tsx bench/directory.ts --members 100000 --rounds 200 --data members
 *
 * Filling the log takes minutes; with `--data` the database stays in a folder for the next run.
 */
const aimMs = 50;

/** Milliseconds of searches of one kind. */
interface Times {
  readonly own: { readonly ms: number; readonly search: Search }[];
  readonly peer: number[];
}

/** Waits until every read model of this version is at the end of the log, as its checkpoint records it. */
async function untilProjected(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ model: string; version: number; complete: boolean }>(
      'select model, version, position > 0 and position >= head as complete from projections.checkpoints',
    );
    const isComplete = (name: ModelName) =>
      rows.some(
        ({ model, version, complete }) => model === name && version === modelVersions[name] && complete,
      );
    if (modelNames.every(isComplete)) return;
    await delay(200);
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Throws unless the service answers with success. */
function asker(url: string, cookie: string): (search: Search) => Promise<unknown> {
  return async ({ path: at, query }) => {
    const response = await fetch(`${url}${at}?${new URLSearchParams(query)}`, { headers: { cookie } });
    const body: unknown = await response.json();
    if (response.status !== 200)
      throw new Error(`${at} answered ${response.status}: ${JSON.stringify(body)}`);
    return body;
  };
}

/**
 * Runs the kinds in turns, so that a slow moment of the machine does not affect only one; the first rounds don't count.
 */
async function run(
  kinds: readonly SearchKind[],
  ask: (search: Search) => Promise<unknown>,
  peer: Peer,
  rounds: number,
): Promise<ReadonlyMap<string, Times>> {
  const times = new Map<string, Times>(kinds.map(({ name }) => [name, { own: [], peer: [] }]));
  const warmUp = Math.ceil(rounds / 10);
  const bar = startBar(warmUp + rounds, 'rounds of searches');
  try {
    for (let round = -warmUp; round < rounds; round += 1) {
      for (const { name, search } of kinds) {
        const asked = search();
        const ms = await timed(() => ask(asked));
        if (round < 0) continue;
        times.get(name)?.own.push({ ms, search: asked });
        // The peer is slow; a twentieth of the rounds suffices.
        if (round % 20 === 0) times.get(name)?.peer.push(await timed(() => peer.ask(asked)));
      }
      bar.increment();
    }
  } finally {
    bar.stop();
  }
  return times;
}

function report(times: ReadonlyMap<string, Times>): void {
  const row = (name: string, { own, peer }: Times) => {
    const ms = own.map((each) => each.ms);
    const peerMs = percentile(peer, 0.5);
    const p50 = percentile(ms, 0.5);
    return {
      search: name,
      p50: p50.toFixed(1),
      p95: percentile(ms, 0.95).toFixed(1),
      p99: percentile(ms, 0.99).toFixed(1),
      max: Math.max(...ms).toFixed(1),
      'ilike p50': peerMs.toFixed(1),
      'times faster': (peerMs / p50).toFixed(1),
    };
  };
  const all = [...times.values()];
  const every = { own: all.flatMap(({ own }) => own), peer: all.flatMap(({ peer }) => peer) };
  console.table([...[...times].map(([name, each]) => row(name, each)), row('all', every)]);
}

const slowestOf = (times: ReadonlyMap<string, Times>) =>
  [...times.values()]
    .flatMap(({ own }) => own)
    .reduce((slowest, each) => (each.ms > slowest.ms ? each : slowest));

/** The server's folder: the given one, which stays, or a temporary one. */
async function folderOf(kept: string, opened: (() => Promise<unknown>)[]): Promise<string> {
  if (kept !== '') {
    await mkdir(kept, { recursive: true });
    return path.resolve(kept);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The vault's key, stored beside the database that was filled with it; null before the first run. */
async function keptKey(keyFile: string): Promise<Buffer | null> {
  return readFile(keyFile).catch(() => null);
}

/** A database with the log of so many members, filled unless the folder already has one. */
async function filledDatabase(serverUrl: string, folder: string, members: number) {
  const name = `bench_${members}`;
  const keyFile = path.join(folder, `${name}.key`);
  const kept = await keptKey(keyFile);
  const masterKey = kept ?? randomBytes(32);
  const url =
    kept === null
      ? await createDatabase(serverUrl, name)
      : Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const vault = await openVault({ connectionString: url, masterKey });
  if (kept === null) {
    await fillLog(url, vault, members);
    await writeFile(keyFile, masterKey, { mode: 0o600 });
  }
  return { url, masterKey, vault };
}

async function main(): Promise<void> {
  const values = optionsOf({ members: '100000', rounds: '200', data: '' });
  const members = Number(values.members);
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const dataDir = await folderOf(values.data, opened);
    const postgres = await startPostgres({ dataDir });
    opened.push(() => postgres.stop());
    const { url, masterKey, vault } = await filledDatabase(postgres.url, dataDir, members);
    opened.push(() => vault.close());
    const { token } = await vault.sessions.start(1);
    // The app is not requested here, and need not be built.
    const appFiles = path.join(dataDir, 'app');
    await mkdir(appFiles, { recursive: true });
    await writeFile(
      path.join(appFiles, 'index.html'),
      '<!doctype html><head><!--head--></head><div id="root"></div>',
    );

    const settings = {
      DATABASE_URL: url,
      VAULT_KEY: masterKey.toString('base64'),
      NODE_ENV: 'production',
      APP_FILES: appFiles,
      RATE_LIMITS: 'off',
    };
    const projector = await startPart('projections', await freePort(), settings);
    opened.push(() => projector.stop());
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    opened.push(() => client.end());
    const projected = await timed(() => untilProjected(client));
    console.log(`Read models filled from the log within ${(projected / 1000).toFixed(0)} s.`);
    const peer = await createPeer(client);
    // As autovacuum would within a minute.
    await client.query('vacuum analyze');

    const startService = async () => {
      const port = await freePort();
      return startPart('query-service', port, { ...settings, PUBLIC_URL: `http://localhost:${port}` });
    };
    const service = await startService();
    opened.push(() => service.stop());
    const times = await run(
      kindsOf(members),
      asker(service.url, `session=${token}`),
      peer,
      Number(values.rounds),
    );
    await service.stop();
    console.log(`\n${members} members, one caller. ${describeMachine()} Aim: p99 below ${aimMs} ms.`);
    report(times);

    const { ms, search } = slowestOf(times);
    console.log(
      `\nThe slowest took ${ms.toFixed(1)} ms: ${search.path}?${new URLSearchParams(search.query)}`,
    );
    console.log(
      await plansOf(client, dataDir, startService, (on) => asker(on.url, `session=${token}`)(search)),
    );
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
