import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { pause } from '@pmcw/resilience';
import { makeFolder } from '@pmcw/resilience/files';
import { CannotStartError, explained } from '@pmcw/runtime';

export interface DataFolder {
  release(): Promise<void>;
}

export class DataFolderInUseError extends CannotStartError {
  override readonly name = 'DataFolderInUseError';
}

/** A socket disappears with its process. */
function lockAddress(folder: string): string {
  const file = path.join(folder, 'lock.sock');
  if (process.platform === 'win32') return `\\\\.\\pipe\\${file.replaceAll(/[:\\/]/g, '-')}`;
  // Socket paths are limited to some 100 bytes.
  const relative = path.relative(process.cwd(), file);
  return relative.length < file.length ? relative : file;
}

/** Longer than a process takes to stop. */
const stoppingMs = 20_000;

/** `stopping`: after the holder, which was stopping, has ended. */
function holderOf(address: string): Promise<'none' | 'running' | 'stopping'> {
  return new Promise((resolve) => {
    const socket = connect(address).on('error', () => resolve('none'));
    socket.setTimeout(stoppingMs, () => resolve('running'));
    socket.once('data', () => resolve('running'));
    socket.once('close', () => resolve('stopping'));
    socket.once('data', () => socket.destroy()).once('timeout', () => socket.destroy());
  });
}

/** A lock that answers others: `running`, or while this process is stopping, nothing until it has stopped. */
class Lock implements DataFolder {
  readonly #waiting = new Set<Socket>();
  readonly #server: Server;

  constructor(stopping: AbortSignal | undefined) {
    this.#server = createServer((socket) => {
      // One that waits may end at any time.
      socket.on('error', () => socket.destroy());
      socket.once('close', () => this.#waiting.delete(socket));
      if (stopping?.aborted === true) this.#waiting.add(socket);
      else socket.end('running');
      // Errors after listening don't matter: the lock is held nevertheless.
    }).on('error', () => undefined);
    this.#server.unref();
  }

  /** @returns false if another process has the lock, or had it and was killed */
  listen(address: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#server.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      );
      this.#server.once('listening', () => resolve(true));
      this.#server.listen(address);
    });
  }

  release(): Promise<void> {
    for (const socket of this.#waiting) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/**
 * Waits for an instance that is stopping, so that a supervisor can start the next one at once.
 * @throws DataFolderInUseError if another instance uses it
 * @throws CannotStartError if it can't be used
 */
export function openDataFolder(folder: string, stopping?: AbortSignal): Promise<DataFolder> {
  return explained('DATA_DIR', async () => {
    await makeFolder(folder, 0o700);
    return lockOf(folder, stopping);
  });
}

async function lockOf(folder: string, stopping: AbortSignal | undefined): Promise<Lock> {
  const address = lockAddress(folder);
  for (const deadline = performance.now() + stoppingMs; ; await pause(100)) {
    const lock = new Lock(stopping);
    if (await lock.listen(address)) return lock;
    const holder = await holderOf(address);
    if (holder === 'running' || performance.now() > deadline) break;
    // Left behind by a killed process.
    if (holder === 'none') await rm(address, { force: true });
  }
  throw new DataFolderInUseError(
    `Another instance is already running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
