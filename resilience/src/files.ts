import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/**
 * Null only if the file or folder does not exist. One that can't be read is an error: something new in its place could
 * replace what can't be made again.
 */
export async function ifThere<T>(access: Promise<T>): Promise<T | null> {
  try {
    return await access;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * With its parents. Node's own `recursive` never ends where a file system refuses with ENOENT, as /proc does.
 * @throws Error if it can't be made, or is no folder
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    const parent = path.dirname(folder);
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error;
    await makeFolder(parent, mode);
    // Another process may be making it, too.
    await mkdir(folder, { mode }).catch(async (again: unknown) => {
      if (codeOf(again) !== 'EEXIST') throw again;
    });
  }
}

/** Makes new names in a folder survive a power failure; not on Windows. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a complete new file that survives a power failure, and never replaces one.
 * @returns false if the file exists already, even if another process has just made it
 */
export async function createFile(file: string, content: string | Uint8Array, mode: number): Promise<boolean> {
  const whole = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(whole, content, { mode, flag: 'wx', flush: true });
    await link(whole, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(whole, { force: true });
  }
  await syncFolder(path.dirname(file));
  return true;
}
