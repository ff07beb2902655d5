import { rm } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clusterOf, newDataDir, postmasterOf, query } from '../../test/postgres.ts';
import { keepRunning, type RestartLimit } from './keepRunning.ts';
import { serverProcesses } from './processes.ts';
import type { PostgresServer } from './server.ts';

describe('a PostgreSQL that is kept running', () => {
  let dataDir: string;
  let server: PostgresServer;
  const logger = { warn: vi.fn() };

  beforeEach(async () => {
    dataDir = await newDataDir();
    logger.warn.mockClear();
  });
  afterEach(async () => {
    await server.stop();
    // Children of a killed server end automatically after a while.
    await eventually(async () => expect(await serverProcesses(clusterOf(dataDir))).toEqual([]));
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(limit: RestartLimit): Promise<void> {
    server = await keepRunning({ dataDir }, { logger, limit });
    await query(server.url, 'create table kept as select 42 as answer');
  }

  /** Resolves when the server is gone. */
  async function kill(): Promise<void> {
    const pid = await postmasterOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually(async () => expect(await serverProcesses(clusterOf(dataDir))).not.toContain(pid));
  }

  const answers = () =>
    eventually(async () =>
      expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]),
    );

  it('restarts on its port, with its data, as often as allowed, and is given up then', async () => {
    await start({ restarts: 3, withinMs: Number.POSITIVE_INFINITY });
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      await kill();
      await answers();
      expect(logger.warn).toHaveBeenCalledTimes(deaths);
    }
    await kill();
    expect(await server.died).toContain('ready to accept connections');
    expect(logger.warn).toHaveBeenCalledTimes(3);
  });

  it('is not given up for old deaths', async () => {
    await start({ restarts: 1, withinMs: 0 });
    for (let deaths = 1; deaths <= 2; deaths += 1) {
      await kill();
      await answers();
    }
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });

  it('is given up when it cannot be started', async () => {
    await start({ restarts: 2, withinMs: Number.POSITIVE_INFINITY });
    await rm(path.join(clusterOf(dataDir), 'global', 'pg_control'));
    await kill();
    expect(await server.died).toContain('PostgreSQL did not start');
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });

  it('can be stopped during a restart', async () => {
    await start({ restarts: 3, withinMs: Number.POSITIVE_INFINITY });
    await kill();
    await eventually(() => expect(logger.warn).toHaveBeenCalled());
    // Remaining processes are checked after each spec.
    await server.stop();
  });
});
