import type { Logger } from '@pmcw/resilience';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { VaultTooNewError } from '../errors.ts';
import * as vault0001 from './0001_vault.ts';
import * as media0002 from './0002_media.ts';
import * as keyRotation0003 from './0003_key_rotation.ts';
import * as resetLinks0004 from './0004_reset_links.ts';
import * as mediaPlaces0005 from './0005_media_places.ts';
import * as erasures0006 from './0006_erasures.ts';
import * as bookmarks0007 from './0007_bookmarks.ts';
import * as drafts0008 from './0008_drafts.ts';
import * as push0009 from './0009_push.ts';
import * as sessionDevices0010 from './0010_session_devices.ts';
import * as earlierSessions0011 from './0011_earlier_sessions.ts';
import * as instance0012 from './0012_instance.ts';
import * as challenges0013 from './0013_challenges.ts';
import * as profileKeys0014 from './0014_profile_keys.ts';
import * as mails0015 from './0015_mails.ts';
import * as passkeys0016 from './0016_passkeys.ts';
import * as openidLinks0018 from './0018_openid_links.ts';
import * as resetLinks0019 from './0019_reset_links.ts';
import * as mailsAndChallenges0020 from './0020_mails_and_challenges.ts';
import * as clock0021 from './0021_clock.ts';
import * as credentialTurns0022 from './0022_credential_turns.ts';
import * as streams0030 from './0030_streams.ts';
import * as mailedLinks0031 from './0031_mailed_links.ts';
import * as linkChecks0032 from './0032_link_checks.ts';
import * as profileChecks0033 from './0033_profile_checks.ts';
import * as acquaintances0034 from './0034_acquaintances.ts';
import { migrationsTable, readMigrations } from './done.ts';

/** Released names never change. There is no way down: the vault's data can't be rebuilt. */
const units = [
  { id: '0001_vault', filePaths: [], actions: { up: vault0001.up, down: vault0001.down } },
  { id: '0002_media', filePaths: [], actions: { up: media0002.up, down: media0002.down } },
  { id: '0003_key_rotation', filePaths: [], actions: { up: keyRotation0003.up, down: keyRotation0003.down } },
  { id: '0004_reset_links', filePaths: [], actions: { up: resetLinks0004.up, down: resetLinks0004.down } },
  { id: '0005_media_places', filePaths: [], actions: { up: mediaPlaces0005.up, down: mediaPlaces0005.down } },
  { id: '0006_erasures', filePaths: [], actions: { up: erasures0006.up, down: erasures0006.down } },
  { id: '0007_bookmarks', filePaths: [], actions: { up: bookmarks0007.up, down: bookmarks0007.down } },
  { id: '0008_drafts', filePaths: [], actions: { up: drafts0008.up, down: drafts0008.down } },
  { id: '0009_push', filePaths: [], actions: { up: push0009.up, down: push0009.down } },
  {
    id: '0010_session_devices',
    filePaths: [],
    actions: { up: sessionDevices0010.up, down: sessionDevices0010.down },
  },
  {
    id: '0011_earlier_sessions',
    filePaths: [],
    actions: { up: earlierSessions0011.up, down: earlierSessions0011.down },
  },
  { id: '0012_instance', filePaths: [], actions: { up: instance0012.up, down: instance0012.down } },
  { id: '0013_challenges', filePaths: [], actions: { up: challenges0013.up, down: challenges0013.down } },
  {
    id: '0014_profile_keys',
    filePaths: [],
    actions: { up: profileKeys0014.up, down: profileKeys0014.down },
  },
  { id: '0015_mails', filePaths: [], actions: { up: mails0015.up, down: mails0015.down } },
  { id: '0016_passkeys', filePaths: [], actions: { up: passkeys0016.up, down: passkeys0016.down } },
  {
    id: '0018_openid_links',
    filePaths: [],
    actions: { up: openidLinks0018.up, down: openidLinks0018.down },
  },
  { id: '0019_reset_links', filePaths: [], actions: { up: resetLinks0019.up, down: resetLinks0019.down } },
  {
    id: '0020_mails_and_challenges',
    filePaths: [],
    actions: { up: mailsAndChallenges0020.up, down: mailsAndChallenges0020.down },
  },
  { id: '0021_clock', filePaths: [], actions: { up: clock0021.up, down: clock0021.down } },
  {
    id: '0022_credential_turns',
    filePaths: [],
    actions: { up: credentialTurns0022.up, down: credentialTurns0022.down },
  },
  { id: '0030_streams', filePaths: [], actions: { up: streams0030.up, down: streams0030.down } },
  {
    id: '0031_mailed_links',
    filePaths: [],
    actions: { up: mailedLinks0031.up, down: mailedLinks0031.down },
  },
  {
    id: '0032_link_checks',
    filePaths: [],
    actions: { up: linkChecks0032.up, down: linkChecks0032.down },
  },
  {
    id: '0033_profile_checks',
    filePaths: [],
    actions: { up: profileChecks0033.up, down: profileChecks0033.down },
  },
  {
    id: '0034_acquaintances',
    filePaths: [],
    actions: { up: acquaintances0034.up, down: acquaintances0034.down },
  },
];

export const migrationNames: readonly string[] = units.map(({ id }) => id);

/**
 * For later migrations: the oldest migration that a release must know to work with a vault that has this one, and the
 * release that brought it. Without an entry, releases before it don't work.
 */
const rollingBack: readonly RollingBack[] = [
  { name: '0031_mailed_links', worksFor: '0031_mailed_links', release: '0.6.0' },
  { name: '0032_link_checks', worksFor: '0031_mailed_links', release: '0.6.0' },
  { name: '0033_profile_checks', worksFor: '0031_mailed_links', release: '0.6.0' },
  { name: '0034_acquaintances', worksFor: '0031_mailed_links', release: '0.6.0' },
];

interface RollingBack {
  readonly name: string;
  readonly worksFor: string | null;
  readonly release: string | null;
}

/** @throws VaultTooNewError */
export function refuseNewer(done: readonly string[]): void {
  const newer = done.find((name) => !migrationNames.includes(name));
  if (newer !== undefined) throw new VaultTooNewError(newer);
}

const lockValue = 7_241_865_301;

/**
 * Waits while another process migrates. The runner gets only this file, and a loader for the imported list, so that the
 * same code runs from `src` and `dist`.
 * @param most migrations to run, for a restore
 * @throws VaultTooNewError; nothing was changed
 */
export async function migrate(
  connectionString: string,
  logger: Logger,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    // No deadline: a migration may rewrite a table of any size, and waits for other processes.
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'pmcw-vault-migrations',
    // Without a listener, a lost connection would end the process.
  }).on('error', () => undefined);
  await client.connect();
  try {
    const done = await readMigrations(client);
    await refuseUnworkable(client, done);
    if (migrationNames.every((name) => done.includes(name))) return;
    await run(client, logger, most);
    await recordRollingBack(client);
  } finally {
    await client.end();
  }
}

/** @throws VaultTooNewError if a later release's migration does not say that this release works with it */
async function refuseUnworkable(client: pg.Client, done: readonly string[]): Promise<void> {
  if (done.every((name) => migrationNames.includes(name))) return;
  // By way of JSON, because a table that an earlier release made lacks columns.
  const { rows } = await client.query<RollingBack>(
    `select name, to_jsonb(m)->>'works_for' as "worksFor", to_jsonb(m)->>'release' as release
     from vault.${migrationsTable} m where name <> all($1) order by id`,
    [migrationNames],
  );
  const unworkable = rows.find(({ worksFor }) => worksFor === null || !migrationNames.includes(worksFor));
  if (unworkable !== undefined) throw new VaultTooNewError(unworkable.name, unworkable.release);
}

/** In columns that earlier releases don't read. */
async function recordRollingBack(client: pg.Client): Promise<void> {
  await client.query(
    `alter table vault.${migrationsTable}
       add column if not exists works_for text, add column if not exists release text`,
  );
  for (const { name, worksFor, release } of rollingBack) {
    await client.query(`update vault.${migrationsTable} set works_for = $2, release = $3 where name = $1`, [
      ...[name, worksFor, release],
    ]);
  }
}

/** The runner's own connection has no error listener and is not awaited at its end. */
async function run(dbClient: pg.Client, logger: Logger, count: number): Promise<void> {
  await runner({
    dbClient,
    dir: import.meta.dirname,
    ignorePattern: '(?!index\\.(ts|js)$).*',
    migrationLoaderStrategies: [{ extensions: ['.ts', '.js'], loader: async () => [...units] }],
    direction: 'up',
    count,
    schema: 'vault',
    createSchema: true,
    migrationsTable,
    singleTransaction: true,
    advisoryLockMode: 'wait',
    lockValue,
    logger: {
      info: () => undefined,
      warn: (message) => logger.warn({}, message),
      error: (message) => logger.error({}, message),
    },
  });
}
