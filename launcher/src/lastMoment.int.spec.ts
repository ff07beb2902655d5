import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownMarks } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterOf, newDataDir } from '../test/postgres.ts';
import { notedPostmaster } from './postgres/processes.ts';

/** The latest build: from sources each program would take seconds to start. */
const built = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-last-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Runs a process with its own database and then a deed, and waits until the process has ended. */
async function endedBy(name: string, deed: string): Promise<string> {
  const dataDir = await newDataDir();
  const script = path.join(folder, `${name}.mjs`);
  await writeFile(
    script,
    `import { runProcess } from ${built('../../runtime/dist/index.js')};
     import { openDatabase } from ${built('../dist/database.js')};
     await runProcess({
       shutdownMs: 500,
       lastLinesMs: 500,
       readSettings: () => ({ LOG_LEVEL: 'info' }),
       async start({ opened, ...tools }) {
         const database = await openDatabase(undefined, ${JSON.stringify(dataDir)}, tools);
         opened.add(() => database.close());
         const never = () => new Promise(() => undefined);
         ${deed};
       },
     });`,
  );
  const env = { PATH: process.env.PATH, ...ownMarks() };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child, 'exit');
  return dataDir;
}

it.concurrent.each([
  ['process.exit', 'process.exit(3)'],
  ['a deadline', "opened.add(never); process.kill(process.pid, 'SIGTERM')"],
  ['an unhandled error', "opened.add(never); setTimeout(() => { throw new Error('lost'); })"],
  [
    'a log that is not read',
    "tools.logger.info({ x: 'x'.repeat(3_000_000) }, 'long'); opened.add(never); process.kill(process.pid, 'SIGTERM')",
  ],
])('its PostgreSQL ends with the process, in order, after %s', async (name, deed) => {
  const dataDir = await endedBy(name.replaceAll(/\W/g, ''), deed);
  await eventually(async () => {
    expect(await readFile(path.join(dataDir, 'postgres/server.log'), 'utf8')).toMatch(
      /received fast shutdown request[\s\S]*database system is shut down/,
    );
  });
  expect(await notedPostmaster(clusterOf(dataDir))).toBeNull();
  await rm(dataDir, { recursive: true, force: true });
});
