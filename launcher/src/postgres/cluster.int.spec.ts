import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clusterOf, isolations, newDataDir, postmasterOf, query } from '../../test/postgres.ts';
import { postmasterFile } from './processes.ts';
import { type PostgresServer, runningPostgresUrl, startPostgres } from './server.ts';

describe.each(isolations)('a cluster whose server was killed (isolation: %s)', (isolation) => {
  let dataDir: string;
  let killed: PostgresServer;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    dataDir = await newDataDir(isolation);
    killed = await startPostgres({ dataDir, isolation });
    await query(killed.url, 'create table kept as select 42 as answer');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  /** A process other than PostgreSQL, which only looks at processes of its own user. */
  async function printedBy(script: string): Promise<{ child: ChildProcess; printed: number }> {
    const user: SpawnOptions = isolation === 'nobody' ? { uid: 65_534, gid: 65_534 } : {};
    const child = spawn('sh', ['-c', script], { ...user, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    if (child.stdout === null) throw new Error('Its output is a pipe');
    const [line] = await once(child.stdout, 'data');
    return { child, printed: Number(line) };
  }

  async function killNaming(pid: number): Promise<void> {
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await killed.died;
    const file = postmasterFile(clusterOf(dataDir));
    const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [pid, ...rest].join('\n'));
  }

  async function comesBack(): Promise<void> {
    const next = await startPostgres({ dataDir, isolation });
    expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await next.stop();
  }

  it.each([
    ['a process', 'echo $$; exec sleep 600'],
    ['a process with children', 'sleep 600 & echo $$; wait'],
  ])('restarts although its pid is that of %s, which keeps running', async (_what, script) => {
    const { child, printed } = await printedBy(script);
    await killNaming(printed);
    expect(await runningPostgresUrl(dataDir)).toBeNull();
    await comesBack();
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  });

  it('restarts although its pid is that of a zombie', async () => {
    // The program that replaces the shell does not know its child; the shell would reap it.
    const { child, printed } = await printedBy('sleep 600 & echo $!; exec sleep 600');
    await eventually(async () => expect(await readFile(`/proc/${child.pid}/comm`, 'utf8')).toBe('sleep\n'));
    process.kill(printed, 'SIGKILL');
    await eventually(async () =>
      expect(await readFile(`/proc/${printed}/stat`, 'utf8')).toMatch(/^\d+ \(.*\) Z /),
    );
    await killNaming(printed);
    expect(await runningPostgresUrl(dataDir)).toBeNull();
    await comesBack();
  });

  it('restarts although one of its children still runs', async () => {
    const [row] = await query(
      killed.url,
      "select pid from pg_stat_activity where backend_type = 'checkpointer'",
    );
    process.kill(Number(row?.pid), 'SIGSTOP');
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await killed.died;
    await comesBack();
  });

  it('is found by every path to its folder', async () => {
    const detour = `${dataDir}-detour`;
    await symlink(dataDir, detour);
    expect(await runningPostgresUrl(detour)).toBe(killed.url);
    const next = await startPostgres({ dataDir: detour, isolation });
    expect(await killed.died).toContain('shut down');
    await next.stop();
    await rm(detour);
  });
});
