import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { CannotStartError } from '@pmcw/runtime';

/** Exit codes of flock(1). */
const codes = { locked: 0, taken: 1 } as const;

/**
 * Locks a file while it is open in this process (docs/decisions/notary-process.md). The kernel releases the lock when
 * the process ends.
 *
 * Node can't lock, so flock(1) locks the same open file, passed as descriptor 3. Systems without it only run `npm
 * start`, whose data folder has its own lock.
 * @returns null while another process has it
 * @throws CannotStartError if the file system or the machine can't lock
 */
export async function lockFile(file: string): Promise<FileHandle | null> {
  const handle = await open(file, 'a', 0o600);
  if (process.platform !== 'linux') return handle;
  const code = await new Promise<unknown>((resolve) => {
    spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle.fd] })
      .on('error', resolve)
      .on('exit', resolve);
  });
  if (code === codes.locked) return handle;
  await handle.close();
  if (code === codes.taken) return null;
  throw new CannotStartError(`${file} can't be locked (flock, of util-linux): ${code}`);
}
