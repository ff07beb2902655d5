import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@pmcw/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

/** The latest build: each of these programs would take two seconds to start from sources. */
const runtime = new URL('../../dist/index.js', import.meta.url).href;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-process-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Kills a process that outlives the spec. */
function forThisSpec<C extends ChildProcess>(child: C): C {
  children.push(child);
  return child;
}

/** A process's output and exit. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program with this body of `start`; `whenStarted` is called after its first line of output. */
async function run(
  start: string,
  {
    env = {},
    shutdownMs = 30_000,
    whenStarted,
  }: {
    env?: Record<string, string>;
    shutdownMs?: number;
    whenStarted?: (child: ChildProcess) => void;
  } = {},
): Promise<Ended> {
  const script = path.join(folder, `${Math.random()}.mjs`);
  await writeFile(
    script,
    `import { createOperations, everyProcess, readSettings, runProcess, logLevel, port } from ${JSON.stringify(runtime)};
     import { createServer } from 'node:net';
     import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
     const schema = z.object({ PORT: port, LOG_LEVEL: logLevel.default('warn'), ...everyProcess });
     const keepAlive = () => setInterval(() => undefined, 1000);
     await runProcess({
       shutdownMs: ${shutdownMs},
       lastLinesMs: 30_000,
       readSettings: (environment) => readSettings(schema, environment),
       onStopping: () => console.log('stopping'),
       async start({ settings, opened, logger, registry, fail, stopping }) { ${start} },
     });`,
  );
  const child = forThisSpec(
    spawn(process.execPath, [script], {
      env: { ...process.env, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  child.stdout.once('data', () => whenStarted?.(child));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}

it('logs first which release runs', async () => {
  const env = { LOG_LEVEL: 'info', PMCW_COMMIT: 'c0ffee' };
  const { out } = await run("logger.info({}, 'second'); fail('to end');", { env });
  const [first = '', second = ''] = out.split('\n');
  expect(JSON.parse(first)).toMatchObject({ msg: 'starting', version: expect.any(String), commit: 'c0ffee' });
  expect(JSON.parse(second)).toMatchObject({ msg: 'second' });
});

it('serves on after SIGTERM, not ready, until the drain ends or a second signal comes', async () => {
  const { code, out } = await run(
    `const operations = createOperations({ part: 'notary', registry, logger, checks: { notary: async () => ({ ok: true }) }, stopping });
     const status = async () => (await operations.answer('/readyz')).status;
     opened.add(async () => console.log('closed'));
     stopping.addEventListener('abort', async () => {
       console.log('serving', await status());
       process.kill(process.pid, 'SIGTERM');
     });
     keepAlive();
     console.log('started', await status());`,
    { env: { DRAIN_SECONDS: '3600' }, whenStarted: (child) => child.kill('SIGTERM') },
  );
  expect(out).toBe('started 200\nserving 503\nstopping\nclosed\n');
  expect(code).toBe(0);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s closes what was opened, in reverse order',
  async (signal) => {
    const { code, out } = await run(
      `opened.add(async () => console.log('closed first'));
     opened.add(async () => console.log('closed second'));
     keepAlive();
     console.log('started');`,
      { whenStarted: (child) => child.kill(signal) },
    );
    expect(out).toBe('started\nstopping\nclosed second\nclosed first\n');
    expect(code).toBe(0);
  },
);

it('stops as soon as it has started, if requested during the start', async () => {
  const { code, out } = await run(
    `opened.add(async () => console.log('closed'));
     keepAlive();
     console.log('starting');
     await new Promise((resolve) => process.once('SIGTERM', () => setTimeout(resolve, 50)));`,
    { whenStarted: (child) => child.kill('SIGTERM') },
  );
  expect(out).toBe('starting\nstopping\nclosed\n');
  expect(code).toBe(0);
});

it('aborts a waiting start on request, without failure', async () => {
  const { code, out, err } = await run(
    `opened.add(async () => console.log('closed'));
     const { setTimeout: pause } = await import('node:timers/promises');
     console.log('waiting');
     await pause(3_600_000, undefined, { signal: stopping });`,
    { whenStarted: (child) => child.kill('SIGTERM') },
  );
  expect([out, err]).toEqual(['waiting\nstopping\nclosed\n', '']);
  expect(code).toBe(0);
});

it('gives up when stopping takes too long', async () => {
  const { code } = await run(
    `opened.add(() => new Promise(() => undefined)); keepAlive(); console.log('started');`,
    { shutdownMs: 500, whenStarted: (child) => child.kill('SIGTERM') },
  );
  expect(code).toBe(1);
});

it('closes everything although something fails to close', async () => {
  const { code, out, err } = await run(
    `opened.add(async () => console.log('closed'));
     opened.add(async () => { throw new Error('is stuck'); });
     keepAlive();
     console.log('started');`,
    { whenStarted: (child) => child.kill('SIGTERM') },
  );
  expect(out).toContain('closed\n');
  expect(err).toContain('is stuck');
  expect(code).toBe(1);
});

it('names a missing setting in a sentence, and opens nothing', async () => {
  const { code, out, err } = await run(`console.log('started');`, { env: { PORT: '' } });
  expect(err).toBe("\nThese settings can't be used:\n  PORT: is missing\n\n");
  expect(out).toBe('');
  expect(code).toBe(1);
});

it('reports in a sentence that its port is in use, and closes what was opened', async () => {
  const server = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { code, out, err } = await run(
    `opened.add(async () => console.log('closed'));
     await new Promise((resolve, reject) =>
       createServer().once('error', reject).listen(settings.PORT, '127.0.0.1', resolve));`,
    { env: { PORT: String(port) } },
  );
  server.close();
  expect(err).toBe(`\nPort ${port} is in use by another program. Stop it, or set PORT to another one.\n\n`);
  expect(out).toBe('closed\n');
  expect(code).toBe(1);
});

it.each([
  ['a rejection', `setTimeout(() => void Promise.reject(new Error('lost')), 10);`],
  ['an exception', `setTimeout(() => { throw new Error('lost'); }, 10);`],
  ['a fatal loss', `setTimeout(() => fail('lost'), 10);`],
])('ends in order and logs an error after %s', async (_what, start) => {
  const { code, out } = await run(`opened.add(async () => console.log('closed')); keepAlive(); ${start}`);
  expect(out).toMatch(/"level":50.*lost/);
  expect(out).toContain('closed\n');
  expect(code).toBe(1);
});

it('stops although its log is no longer read', async () => {
  const script = path.join(folder, 'unread.mjs');
  await writeFile(
    script,
    `import { runProcess } from ${JSON.stringify(runtime)};
     await runProcess({
       lastLinesMs: 200,
       readSettings: () => ({ LOG_LEVEL: 'info' }),
       async start({ logger, opened }) {
         opened.add(async () => process.send('closed'));
         for (let n = 0; n < 20_000; n += 1) logger.info({ padding: 'x'.repeat(100) }, 'line');
         process.send('started');
       },
     });`,
  );
  const child = forThisSpec(
    spawn(process.execPath, [script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
  );
  const signal = AbortSignal.timeout(60_000);
  expect(await once(child, 'message', { signal })).toContain('started');
  const closed = once(child, 'message', { signal });
  const exited = once(child, 'exit', { signal });
  child.kill('SIGTERM');
  expect(await closed).toContain('closed');
  expect(await exited).toEqual([null, 'SIGKILL']);
});
