import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silent } from '@pmcw/resilience';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { type BackupOptions, backupVault } from '../src/backup/backup.ts';
import type { BackupHeader } from '../src/backup/format.ts';
import { type RestoreOptions, restoreVault } from '../src/backup/restore.ts';
import { openVault, type Vault } from '../src/index.ts';

/** A database to back up, an empty one to restore into, and a folder. */
export interface TwoVaults {
  readonly source: TestDatabase;
  readonly target: TestDatabase;
  /** Connections to `source` and `target`. */
  readonly from: pg.Pool;
  readonly to: pg.Pool;
  readonly masterKey: Uint8Array;
  readonly folder: string;
  fileNamed(name: string): string;
  backup(file: string, more?: Partial<BackupOptions>): Promise<BackupHeader>;
  restore(file: string, more?: Partial<RestoreOptions>): Promise<BackupHeader>;
  /** Opens a database’s vault for some work. */
  withVault<T>(database: TestDatabase, work: (vault: Vault) => Promise<T>): Promise<T>;
  /** Backs up some rows of every table. */
  someBackup(): Promise<string>;
  close(): Promise<void>;
}

export async function twoVaults(): Promise<TwoVaults> {
  const [source, target] = await Promise.all([freshDatabase(), freshDatabase()]);
  const from = new pg.Pool({ connectionString: source.url }).on('error', () => undefined);
  const to = new pg.Pool({ connectionString: target.url }).on('error', () => undefined);
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-vault-backup-'));
  const masterKey = randomBytes(32);

  const fileNamed = (name: string) => path.join(folder, name);
  const backup = (file: string, more: Partial<BackupOptions> = {}) =>
    backupVault({ connectionString: source.url, file, logger: silent, ...more });

  async function withVault<T>(database: TestDatabase, work: (vault: Vault) => Promise<T>): Promise<T> {
    const vault = await openVault({ connectionString: database.url, masterKey });
    try {
      return await work(vault);
    } finally {
      await vault.close();
    }
  }

  return {
    source,
    target,
    from,
    to,
    masterKey,
    folder,
    fileNamed,
    backup,
    restore: (file, more = {}) =>
      restoreVault({ connectionString: target.url, file, masterKey, logger: silent, ...more }),
    withVault,
    async someBackup() {
      await withVault(source, async (vault) => {
        await vault.passwords.setFirst(10, 'correct horse');
        for (const value of ['ada', 'bea', 'cleo'])
          await vault.claims.take(10, [{ kind: 'username', value }]);
        await vault.subjectKeys.keysOf([10, 11], true);
        for (let i = 0; i < 3; i += 1) {
          await vault.media.begin(10, `message-${i}`, {
            bytes: randomBytes(5000),
            mediaType: 'audio/webm',
          });
        }
      });
      const file = fileNamed('whole');
      await backup(file);
      return file;
    },
    async close() {
      await Promise.all([from.end(), to.end()]);
      await Promise.all([source.drop(), target.drop(), rm(folder, { recursive: true })]);
    },
  };
}

/** All rows of the vault as text, sorted. */
export async function rowsOf(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'vault' and table_name <> 'migrations' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from vault.${name} t order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

export async function countOf(pool: pg.Pool): Promise<number> {
  return Object.values(await rowsOf(pool)).reduce((sum, rows) => sum + rows.length, 0);
}

/** Runs an action on connections of that name that wait for a lock; returns their number. */
export async function whileWaiting(
  pool: pg.Pool,
  name: string,
  action: 'pid' | 'pg_terminate_backend(pid)' = 'pid',
): Promise<number | null> {
  const { rowCount } = await pool.query(
    `select ${action} from pg_stat_activity
      where application_name = $1 and datname = current_database() and wait_event_type = 'Lock'`,
    [name],
  );
  return rowCount;
}
