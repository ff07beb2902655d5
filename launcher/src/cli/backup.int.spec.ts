import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgresLog } from '@pmcw/event-store';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault } from '@pmcw/vault';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../places.ts';

const masterKey = randomBytes(32);
let [source, target, empty]: TestDatabase[] = [];
let folder = '';
beforeEach(async () => {
  [source, target, empty] = await Promise.all([1, 2, 3].map(() => freshDatabase()));
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-backup-'));
});
afterEach(async () => {
  await Promise.all([source?.drop(), target?.drop(), empty?.drop(), rm(folder, { recursive: true })]);
});

/** The latest build of `npm run backup`, with a database. */
function backup(command: string, database: TestDatabase | undefined, key = masterKey.toString('base64')) {
  const args = ['launcher/dist/cli/backup.js', command, path.join(folder, 'saved')];
  const env = {
    ...process.env,
    DATABASE_URL: database?.url,
    VAULT_KEY: key,
    DATA_DIR: path.join(folder, 'data'),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

async function vaultWithAPassword(connectionString = ''): Promise<void> {
  const vault = await openVault({ connectionString, masterKey });
  await vault.passwords.setFirst(1, 'correct horse battery');
  await vault.close();
}

/** Schemas of a database, and its number of passwords. */
async function contents(connectionString = '') {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ schemas: string[]; passwords: number }>(
    `select array(select nspname::text from pg_namespace where nspname in ('vault', 'event_store') order by 1) as schemas,
       (select count(*)::int from vault.passwords) as passwords`,
  );
  await client.end();
  return rows[0];
}

it('restores nothing if there is a vault already, and everything if there is none', async () => {
  const log = await openPostgresLog({ connectionString: source?.url ?? '' });
  const event = { eventId: randomUUID(), type: 'Tested', data: {}, metadata: {} };
  await log.append('a', 'no-stream', [event]);
  await log.close();
  await vaultWithAPassword(source?.url);
  expect(backup('create', source)).toMatchObject({ status: 0 });

  await vaultWithAPassword(target?.url);
  const refused = backup('restore', target);
  expect(refused).toMatchObject({
    status: 1,
    output: expect.stringContaining('This database holds a vault already'),
  });
  expect(await contents(target?.url)).toEqual({ schemas: ['vault'], passwords: 1 });

  expect(backup('restore', empty, '')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^\nThere is no .*vault\.key, and VAULT_KEY is not set\..*\n\n$/),
  });
  expect(await readdir(folder)).toEqual(['saved']);
  expect(backup('restore', empty)).toMatchObject({ status: 0 });
  expect(await contents(empty?.url)).toEqual({ schemas: ['event_store', 'vault'], passwords: 1 });
});
