import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

/** As it was last built, which starts sooner than sources. */
const module = new URL('../dist/logger.js', import.meta.url).href;

it('does not stop the process although nobody reads what it logs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-logger-'));
  const script = path.join(folder, 'chatty.mjs');
  await writeFile(
    script,
    `import { createLogger } from ${JSON.stringify(module)};
     const logger = createLogger('info');
     for (let i = 0; i < 20_000; i += 1) logger.info({ padding: 'x'.repeat(100) }, 'line');
     setTimeout(() => process.send('still here'), 100);`,
  );
  // Its standard output is a pipe that is never read.
  const child = fork(script, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const [message] = await once(child, 'message', { signal: AbortSignal.timeout(15_000) });
    expect(message).toBe('still here');
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
