import { type Logger, sentenceOf } from '@pmcw/resilience';
import type pg from 'pg';
import { backupVault } from '../backup/backup.ts';
import { forgetMembers } from '../backup/forget.ts';
import { restoreVault } from '../backup/restore.ts';
import { keyRingOf } from '../keys/masterKey.ts';
import { rotateMasterKey } from '../keys/rotation.ts';
import { readErased, readKeyStatus, statusPool } from '../keys/status.ts';
import { openVault } from '../openVault.ts';
import { progressLines } from './progress.ts';
import { statusReport, statusText } from './statusText.ts';

export interface VaultCliDependencies {
  readonly connectionString: string;
  readonly masterKey: Uint8Array;
  readonly previousMasterKey?: Uint8Array | undefined;
  readonly logger: Logger;
  /** A rotation can be continued; a backup or restore leaves nothing. */
  readonly signal?: AbortSignal | undefined;
  /** Takes what `status` and `erased` report, which is then not printed. */
  readonly report?: ((document: object) => void) | undefined;
}

/** Returns whether all is well. */
type Command = (deps: VaultCliDependencies, out: NodeJS.WritableStream) => Promise<boolean>;

async function fromPool<T>(
  { connectionString, logger }: VaultCliDependencies,
  read: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = statusPool({ connectionString, logger });
  try {
    return await read(pool);
  } finally {
    await pool.end();
  }
}

const status: Command = async (deps, out) => {
  const ring = keyRingOf(deps.masterKey, deps.previousMasterKey);
  const report = statusReport(await fromPool(deps, readKeyStatus), ring);
  if (deps.report) deps.report(report);
  else out.write(statusText(report, ring));
  return report.opens;
};

const erased: Command = async (deps, out) => {
  const members = await fromPool(deps, readErased);
  if (deps.report) deps.report({ members });
  else for (const id of members) out.write(`${id}\n`);
  return true;
};

const rotateKey: Command = async (deps, out) => {
  if (keyRingOf(deps.masterKey, deps.previousMasterKey).ids.length < 2) {
    out.write(
      'Nothing was done: set VAULT_KEY to the new key and VAULT_KEY_PREVIOUS to the one before it, as status shows them.\n',
    );
    return false;
  }
  const print = progressLines(out, 'keys');
  const result = await rotateMasterKey({ ...deps, onProgress: ({ done, total }) => print(done, total) });
  const { keyId, rewrapped, unreadable, finished } = result;
  if (unreadable.length > 0) {
    out.write(`Damaged, and left as they were: the keys of members ${unreadable.join(', ')}.\n`);
  }
  out.write(
    finished
      ? `${rewrapped} keys rewrapped. Everything is under ${keyId}; VAULT_KEY_PREVIOUS is no longer needed.\n`
      : `${rewrapped} keys rewrapped, but some are not under ${keyId}; keep VAULT_KEY_PREVIOUS.\n`,
  );
  return finished;
};

const rotateProfileKey: Command = async (deps, out) => {
  const vault = await openVault(deps);
  try {
    const { id } = await vault.profileKeys.rotate();
    out.write(`Profiles are signed with ${id} from now on. The keys before it stay published.\n`);
    return true;
  } finally {
    await vault.close();
  }
};

const backup =
  (file: string): Command =>
  async (deps, out) => {
    const print = progressLines(out, 'rows');
    const header = await backupVault({ ...deps, file, onProgress: ({ rows, total }) => print(rows, total) });
    out.write(
      `${file}: the vault as of ${header.createdAt}, under master key ${header.masterKeys.join(', ')}.\n`,
    );
    return true;
  };

const restore =
  (file: string): Command =>
  async (deps, out) => {
    const print = progressLines(out, 'rows');
    const header = await restoreVault({ ...deps, file, onProgress: ({ rows, total }) => print(rows, total) });
    out.write(
      `The vault is as of ${header.createdAt}. Members erased since then are erased again when a command service starts.\n`,
    );
    return true;
  };

const forget =
  (userIds: readonly number[]): Command =>
  async (deps, out) => {
    await forgetMembers(userIds, deps);
    out.write(`Erased: ${userIds.join(', ')}.\n`);
    return true;
  };

/** Never of the first administrator. */
function parseUserIds(words: readonly string[]): readonly number[] | null {
  const ids = words.map((word) => (/^[1-9]\d{0,9}$/.test(word) ? Number(word) : 0));
  return ids.length > 0 && ids.every((id) => id > 1 && id < 2 ** 31) ? ids : null;
}

const alone: ReadonlyMap<string, Command> = new Map([
  ['status', status],
  ['erased', erased],
  ['rotate-key', rotateKey],
  ['rotate-profile-key', rotateProfileKey],
]);

function understand([name, ...rest]: readonly string[]): Command | null {
  const [file, ...more] = rest;
  if (name === 'forget') {
    const ids = parseUserIds(rest);
    return ids && forget(ids);
  }
  if (file === undefined) {
    return alone.get(name ?? '') ?? null;
  }
  if (more.length > 0) return null;
  if (name === 'backup') return backup(file);
  return name === 'restore' ? restore(file) : null;
}

/** @returns the exit code: 0 success, 1 failed or (status) the given keys don't open the vault, 2 usage */
export async function runVaultCli(
  args: readonly string[],
  deps: VaultCliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  const command = understand(args);
  if (command === null) return 2;
  try {
    return (await command(deps, out)) ? 0 : 1;
  } catch (error) {
    out.write(`${sentenceOf(error)}\n`);
    return 1;
  }
}
