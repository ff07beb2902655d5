import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventTypes, streams } from '@pmcw/contracts/events';
import { createEventStore, type EventLog, openPostgresLog } from '@pmcw/event-store';
import { startPostgres } from '@pmcw/launcher/postgres';
import { auditFolder, Notary, publicKeyOf, readCheckpoints, TreeFiles, verifyLog } from '@pmcw/notary';
import { openVault, type Vault } from '@pmcw/vault';
import pg from 'pg';
import { longStream, type Pair, questions } from './support/auditQuestions.ts';
import { startBar } from './support/bar.ts';
import { createDatabase } from './support/database.ts';
import { fillLog } from './support/fill.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { freePort, startPart } from './support/part.ts';
import { percentile } from './support/percentiles.ts';
import { median } from './support/rounds.ts';

/**
 * Costs of the record: the first and a deep page of the history, filtered pages, the state of a stream with 10,000
 * events (over HTTP, one caller, in turns with a raw SQL read of the same rows), and the verification of the log
 * compared with reading its rows.
 *
 * npm run audit -w bench -- --members 100000 --rounds 200
 */
/** Rows per raw read, as many as the verification reads at a time. */
const piece = 1_000;

/** Milliseconds of both, round by round. */
interface Times {
  readonly name: string;
  readonly own: number[];
  readonly raw: number[];
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/**
 * Runs pairs in turns, so that a slow moment of the machine does not affect only one; the first tenth does not count.
 */
async function inTurns(pairs: readonly Pair[], rounds: number, doing: string) {
  const times = pairs.map(({ name }): Times => ({ name, own: [], raw: [] }));
  const warmUp = Math.ceil(rounds / 10);
  const bar = startBar(warmUp + rounds, doing);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [n, { own, raw }] of pairs.entries()) {
      const [ownMs, rawMs] = [await timed(own), await timed(raw)];
      if (round < 0) continue;
      times[n]?.own.push(ownMs);
      times[n]?.raw.push(rawMs);
    }
    bar.increment();
  }
  bar.stop();
  return times;
}

/** Fills one member's stream to the length of the bench, encrypted as in the product. */
async function lengthen(connectionString: string, vault: Vault): Promise<void> {
  const eventStore = createEventStore(await openPostgresLog({ connectionString }), eventTypes, vault.sealer);
  const { member: userId, events } = longStream;
  let length = 0;
  for await (const _event of eventStore.readStream(streams.user(userId))) length += 1;
  const bar = startBar(events, 'events of one stream');
  bar.update(length);
  for (; length < events; length += 1) {
    const data = {
      userId,
      fullName: `Name ${length}`,
      bio: `The bio after change ${length}`,
      telegramHandle: '',
    };
    const ids = { correlationId: randomUUID(), causationId: randomUUID() };
    const metadata = { actorId: userId, ...ids, time: new Date().toISOString() };
    const event = { type: 'ProfileEdited', data, eventId: randomUUID(), metadata } as const;
    await eventStore.append(streams.user(userId), 'any', [event]);
    bar.increment();
  }
  bar.stop();
  await eventStore.close();
}

/** Waits until every read model is at the end of the log. */
async function untilProjected(client: pg.Client): Promise<void> {
  const question =
    'select bool_and(position > 0 and position >= head) as complete from projections.checkpoints';
  while ((await client.query<{ complete: boolean }>(question)).rows[0]?.complete !== true) await delay(200);
}

/** The verification compared with a raw read of all rows in equally large pieces, both on a signed log. */
async function verification(client: pg.Client, log: EventLog, dataDir: string): Promise<Pair> {
  const folder = auditFolder(path.join(dataDir, 'audit'));
  const { rows } = await client.query<{ count: number }>('select count(*)::integer from event_store.events');
  const size = rows[0]?.count ?? 0;
  const fail = (error: unknown): never => {
    throw error;
  };
  const notary = await Notary.start({ log, folder, onFailure: fail });
  while (notary.size < size) await delay(100);
  await notary.stop();
  const [checkpoints, publicKey] = [await readCheckpoints(folder.checkpoints), await publicKeyOf(folder)];
  return {
    name: `${size}`,
    async own() {
      const tree = await TreeFiles.openToRead(folder.tree, size);
      const verdict = await verifyLog({ log, checkpoints, publicKey, tree }, () => undefined);
      await tree.close();
      if (verdict.kind !== 'whole') throw new Error(verdict.what);
    },
    async raw() {
      const page = 'select * from event_store.events where position > $1 order by position limit $2';
      for (let after = '0'; ; ) {
        const { rows: events } = await client.query<{ position: string }>(page, [after, piece]);
        const last = events.at(-1);
        if (last === undefined) return;
        after = last.position;
      }
    },
  };
}

async function main(): Promise<void> {
  const values = optionsOf({ members: '100000', rounds: '200', walks: '5' });
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-'));
    opened.push(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startPostgres({ dataDir });
    opened.push(() => postgres.stop());
    const url = await createDatabase(postgres.url, 'bench');
    const masterKey = randomBytes(32);
    const vault = await openVault({ connectionString: url, masterKey });
    opened.push(() => vault.close());
    await fillLog(url, vault, Number(values.members));
    await lengthen(url, vault);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    opened.push(() => client.end());
    const log = await openPostgresLog({ connectionString: url });
    opened.push(() => log.close());
    const walk = await verification(client, log, dataDir);

    const appFiles = path.join(dataDir, 'app');
    await mkdir(appFiles);
    await writeFile(
      path.join(appFiles, 'index.html'),
      '<!doctype html><head><!--head--></head><div id="root"></div>',
    );
    const port = await freePort();
    const settings = {
      ...{ DATABASE_URL: url, VAULT_KEY: masterKey.toString('base64'), APP_FILES: appFiles },
      ...{ PUBLIC_URL: `http://localhost:${port}`, NODE_ENV: 'production', RATE_LIMITS: 'off' },
    };
    const projector = await startPart('projections', await freePort(), settings);
    opened.push(() => projector.stop());
    await untilProjected(client);
    // As autovacuum would within a minute.
    await client.query('vacuum analyze');
    const service = await startPart('query-service', port, settings);
    opened.push(() => service.stop());
    const { token } = await vault.sessions.start(1);

    const pairs = await questions(client, service.url, `session=${token}`);
    const asked = await inTurns(pairs, Number(values.rounds), 'rounds of questions');
    const [walked] = await inTurns([walk], Number(values.walks), 'walks over the log');
    console.log(`\n${walk.name} events, one caller, milliseconds. ${describeMachine()}`);
    console.table(
      asked.map(({ name, own, raw }) => ({
        question: name,
        p50: percentile(own, 0.5).toFixed(1),
        p99: percentile(own, 0.99).toFixed(1),
        'raw SQL p50': percentile(raw, 0.5).toFixed(1),
        'raw SQL p99': percentile(raw, 0.99).toFixed(1),
        'times as long': (percentile(own, 0.5) / percentile(raw, 0.5)).toFixed(1),
      })),
    );
    const perSecond = (ms: readonly number[]) => Math.round(Number(walk.name) / (median(ms) / 1_000));
    const [own, raw] = [perSecond(walked?.own ?? []), perSecond(walked?.raw ?? [])];
    console.table([
      { 'verify, events/s': own, 'raw SQL, rows/s': raw, 'times as long': (raw / own).toFixed(1) },
    ]);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
