import { spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { CannotStartError } from '@pmcw/runtime';

/** What flock(1) ends with. */
const codes = { locked: 0, taken: 1 } as const;

/**
 * Locks a file for as long as it stays open here (docs/decisions/notary-process.md). The kernel lets go of it with the
 * process, however that ends, so nothing is left behind that a next start would stumble over.
 *
 * Node can't lock, so flock(1) does it: on the very same open file, handed to it as its third, where the lock stays when
 * it has ended. Systems without it only ever run `npm start`, whose data folder has a lock of its own.
 * @returns null while another process has it
 * @throws CannotStartError when the file system or the machine can't lock
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
