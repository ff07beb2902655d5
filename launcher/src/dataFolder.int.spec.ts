import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError, openDataFolder } from './dataFolder.ts';

const module = new URL('../dist/dataFolder.js', import.meta.url).href;

/** Another process (the latest build) that holds the folder until it is killed. */
async function holdInAnotherProcess(folder: string) {
  const script = `import { openDataFolder } from ${JSON.stringify(module)}; await openDataFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return holder;
}

describe('the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pmcw-data-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is refused while another process holds it, and free once that is killed', async () => {
    const holder = await holdInAnotherProcess(folder);
    await expect(openDataFolder(folder)).rejects.toThrow(DataFolderInUseError);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const opened = await openDataFolder(folder);
    await opened.release();
  });

  it('is waited for while its holder is stopping', async () => {
    const stopping = new AbortController();
    const first = await openDataFolder(folder, stopping.signal);
    await expect(openDataFolder(folder)).rejects.toThrow(DataFolderInUseError);
    stopping.abort();
    let isReleased = false;
    const next = openDataFolder(folder).then((opened) => {
      expect(isReleased).toBe(true);
      return opened.release();
    });
    // Answered only after the waiting one has connected.
    await new Promise((resolve) => setImmediate(resolve));
    isReleased = true;
    await first.release();
    await next;
  });
});
