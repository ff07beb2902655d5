import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openPostgresLog } from '@pmcw/event-store';
import { openVault } from '@pmcw/vault';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clusterOf, newDataDir } from '../../test/postgres.ts';
import { openDatabase } from '../database.ts';
import { root } from '../places.ts';
import { findPostgresBinaries, majorOf, startPostgres } from '../postgres/index.ts';

const masterKey = randomBytes(32);
const logger = { warn: () => undefined };
let dataDir: string;
let packages: string;
beforeEach(async () => {
  dataDir = await newDataDir();
  packages = await mkdtemp('/tmp/pmcw-package-');
  await chmod(packages, 0o755);
});
afterEach(() =>
  Promise.all([dataDir, packages].map((folder) => rm(folder, { recursive: true, force: true }))),
);

/** An installation with a password and an event, whose cluster claims to be of PostgreSQL 9. */
async function earlierInstallation(): Promise<void> {
  const database = await openDatabase(undefined, dataDir, { logger });
  const vault = await openVault({ connectionString: database.url, masterKey });
  await vault.passwords.setFirst(1, 'correct horse battery');
  await vault.close();
  const log = await openPostgresLog({ connectionString: database.url });
  await log.append('a', 'no-stream', [{ eventId: randomUUID(), type: 'Tested', data: {}, metadata: {} }]);
  await log.close();
  await database.close();
  await writeFile(path.join(clusterOf(dataDir), 'PG_VERSION'), '9\n');
}

/** A fake server of PostgreSQL 9: that of this release, behind a script that accepts only a cluster of version 9. */
async function earlierServer(): Promise<string> {
  const binaries = await findPostgresBinaries();
  const folder = path.join(packages, 'native', 'bin');
  await mkdir(folder, { recursive: true });
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo 'postgres (PostgreSQL) 9.6'; exit; fi
[ "$(cat "$2/PG_VERSION")" = 9 ] || exit 1
echo ${await majorOf(binaries)} >"$2/PG_VERSION"
exec ${binaries.postgres} "$@"
`;
  await writeFile(path.join(folder, 'postgres'), script, { mode: 0o755 });
  return packages;
}

function upgrade(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['launcher/dist/cli/database.js', 'upgrade', ...args],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, VAULT_KEY: masterKey.toString('base64') },
      encoding: 'utf8',
    },
  );
  return { status, output: stdout + stderr };
}

async function expectEverything(): Promise<void> {
  const database = await openDatabase(undefined, dataDir, { logger });
  const vault = await openVault({ connectionString: database.url, masterKey });
  expect(await vault.passwords.verify(1, 'correct horse battery')).toBe(true);
  await vault.close();
  const log = await openPostgresLog({ connectionString: database.url });
  expect(await log.head()).toBe(1n);
  await log.close();
  await database.close();
}

it('a cluster of another major version is refused with a command, which moves it', async () => {
  await earlierInstallation();
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /is a cluster of PostgreSQL 9, and this release comes with \d+\. Upgrade it: npm run database -- upgrade/,
  );
  expect(upgrade()).toMatchObject({ status: 1, output: expect.stringContaining('--server is missing') });
  const done = upgrade('--server', await earlierServer());
  expect(done).toMatchObject({ status: 0, output: expect.stringContaining('Done. Remove') });
  await expectEverything();
  expect(upgrade()).toMatchObject({ status: 0, output: expect.stringContaining('Nothing to do') });
});

it('an interrupted swap of both clusters is refused at a start, and continued', async () => {
  await earlierInstallation();
  expect(upgrade('--server', await earlierServer())).toMatchObject({ status: 0 });
  const [earlier] = (await readdir(dataDir)).filter((name) => name.startsWith('postgres-before-'));
  expect(await readFile(path.join(clusterOf(dataDir), 'PG_VERSION'), 'utf8')).toMatch(/^\d\d/);
  // As after the first of its two renames.
  await mkdir(path.join(dataDir, 'postgres-upgrade'));
  await rename(path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres-upgrade', 'postgres'));
  expect(earlier).toBeDefined();
  await expect(openDatabase(undefined, dataDir, { logger })).rejects.toThrow('npm run database -- upgrade');
  expect(upgrade()).toMatchObject({ status: 0 });
  await expectEverything();
});
