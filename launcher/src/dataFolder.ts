import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { CannotStartError } from '@pmcw/runtime';

/** A data folder that this process alone uses. */
export interface DataFolder {
  /** Lets the next process have the folder. */
  release(): Promise<void>;
}

/** The folder is in use by another running instance. */
export class DataFolderInUseError extends CannotStartError {
  override readonly name = 'DataFolderInUseError';
}

/** Where the lock of a folder listens: a socket vanishes with its process, unlike a file with a process id. */
function lockAddress(folder: string): string {
  const file = path.join(folder, 'lock.sock');
  if (process.platform === 'win32') return `\\\\.\\pipe\\${file.replaceAll(/[:\\/]/g, '-')}`;
  // Socket paths are limited to some 100 bytes; a relative one is shorter for deep folders.
  const relative = path.relative(process.cwd(), file);
  return relative.length < file.length ? relative : file;
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address).on('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    // After it listens nothing waits for this: the lock is held all the same.
    const server = createServer((socket) => socket.destroy()).on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.unref();
    server.once('listening', () => resolve(server));
    server.listen(address);
  });
}

async function lock(folder: string): Promise<Server> {
  const address = lockAddress(folder);
  const first = await listen(address);
  if (first !== null) return first;
  if (!(await isAnswered(address))) {
    // Left behind by a process that was killed.
    await unlink(address);
    const second = await listen(address);
    if (second !== null) return second;
  }
  throw new DataFolderInUseError(
    `Another instance is already running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/**
 * Opens the data folder for this process alone, making it when missing.
 * @throws DataFolderInUseError when another instance runs on it
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const server = await lock(folder);
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Content of a secret file, which only its owner may read; made the first time. */
export async function secretIn(file: string, make: () => string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) return known.trim();
  const value = make();
  // Whole or not at all: a half-written key would lock everything out.
  await writeFile(`${file}.new`, `${value}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return value;
}
