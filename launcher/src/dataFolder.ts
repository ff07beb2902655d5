import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
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
    // Errors after listening don't matter: the lock is held nevertheless.
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
    // Left behind by a killed process.
    await unlink(address);
    const second = await listen(address);
    if (second !== null) return second;
  }
  throw new DataFolderInUseError(
    `Another instance is already running on the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** @throws DataFolderInUseError if another instance uses it @throws CannotStartError if it can't be used */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const server = await explained('DATA_DIR', async () => {
    await makeFolder(folder, 0o700);
    return lock(folder);
  });
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
