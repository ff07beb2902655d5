import { fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The latest build, which starts faster than sources. */
const module = new URL('../dist/logger.js', import.meta.url).href;

/** The message of a program whose log is not read. */
async function messageOf(log: string, stdio: StdioOptions): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-logger-'));
  const script = path.join(folder, 'chatty.mjs');
  await writeFile(
    script,
    `import { openSync } from 'node:fs';
     import { createLogger } from ${JSON.stringify(module)};
     const logger = createLogger('info', ${log});
     for (let i = 0; i < 20_000; i += 1) logger.info({ padding: 'x'.repeat(100) }, 'line');
     setTimeout(() => process.send('still here'), 100);`,
  );
  const child = fork(script, { stdio });
  try {
    const ended = once(child, 'exit').then(([code]) => `ended with ${code}`);
    return await Promise.race([once(child, 'message').then(([message]) => message), ended]);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

it('does not block the process when its log is not read', async () => {
  // Its standard output is a pipe that is never read.
  expect(await messageOf('1', ['ignore', 'pipe', 'inherit', 'ipc'])).toBe('still here');
});

it.runIf(process.platform === 'linux')('does not end the process when its disk is full', async () => {
  expect(await messageOf("openSync('/dev/full', 'w')", ['ignore', 'ignore', 'ignore', 'ipc'])).toBe(
    'still here',
  );
});
