import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ifThere, syncFolder } from '@pmcw/resilience/files';
import { CannotStartError } from '@pmcw/runtime';
import { embeddedMajor, ensureDatabase, upgradedFolder } from '../database.ts';
import { openDataFolder } from '../dataFolder.ts';
import { dataFolderPath } from '../places.ts';
import { findPostgresBinaries, majorOf, type PostgresOptions, startPostgres } from '../postgres/index.ts';
import {
  inOrder,
  restoringLogAndVault,
  restoringVault,
  type Step,
  savingLogAndVault,
  savingVault,
} from './backupSteps.ts';
import type { Tool } from './tool.ts';

type Binaries = NonNullable<PostgresOptions['binaries']>;

async function withServer(options: PostgresOptions, tool: Tool, steps: readonly Step[]): Promise<number> {
  const server = await startPostgres(options);
  try {
    const url = await ensureDatabase(server.url);
    return await inOrder(steps, { ...tool, database: async () => url });
  } finally {
    await server.stop();
  }
}

/** Renames only, so that it can be repeated wherever it was interrupted. */
async function swap(dataDir: string, earlier: string): Promise<void> {
  const inUse = path.join(dataDir, 'postgres');
  const upgraded = path.join(upgradedFolder(dataDir), 'postgres');
  if ((await ifThere(lstat(earlier))) === null) await rename(inUse, earlier);
  if ((await ifThere(lstat(upgraded))) !== null) await rename(upgraded, inUse);
  await syncFolder(dataDir);
  await rm(upgradedFolder(dataDir), { recursive: true });
}

/**
 * Moves log and vault of the embedded cluster to the PostgreSQL of this release, by a backup. The earlier cluster stays
 * beside it.
 * @param serverOf binaries of the major version that the cluster has
 * @returns the exit code
 */
export async function upgradeCluster(tool: Tool, serverOf: () => Promise<Binaries>): Promise<number> {
  const { settings, opened } = tool;
  const dataDir = dataFolderPath(settings);
  const isHalfDone = async () => (await ifThere(lstat(upgradedFolder(dataDir)))) !== null;
  if (!(await isHalfDone())) await embeddedMajor(dataDir);
  const lock = await openDataFolder(dataDir);
  opened.add(() => lock.release());
  const wanted = await majorOf(await findPostgresBinaries());
  const earlier = path.join(dataDir, `postgres-before-${wanted}`);
  if (!(await isHalfDone())) {
    const found = await embeddedMajor(dataDir);
    if (found === wanted) {
      tool.out.write(`Nothing to do: it is a cluster of PostgreSQL ${found}.\n`);
      return 0;
    }
    const exitCode = await copyTo(wanted, { found, dataDir, tool, server: await serverOf() });
    if (exitCode !== 0) return exitCode;
  }
  await swap(dataDir, earlier);
  tool.out.write(`Done. Remove ${earlier} when you have seen that everything is there.\n`);
  return 0;
}

interface Copy {
  readonly found: string;
  readonly dataDir: string;
  readonly tool: Tool;
  readonly server: Binaries;
}

async function copyTo(wanted: string, { found, dataDir, tool, server }: Copy): Promise<number> {
  if ((await majorOf(server)) !== found)
    throw new CannotStartError(
      `--server is PostgreSQL ${await majorOf(server)}; the cluster needs ${found}.`,
    );
  const unfinished = `${upgradedFolder(dataDir)}-to-${wanted}`;
  const saved = path.join(unfinished, 'saved');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(saved, { recursive: true, mode: 0o700 });
  const hasLog = tool.settings.EVENTSTORE_URL === undefined;
  const saving = hasLog ? savingLogAndVault(saved) : savingVault(saved);
  const restoring = hasLog ? restoringLogAndVault(saved) : restoringVault(saved);
  const exitCode =
    (await withServer({ dataDir, binaries: server }, tool, saving)) ||
    (await withServer({ dataDir: unfinished }, tool, restoring));
  if (exitCode === 0) await rename(unfinished, upgradedFolder(dataDir));
  return exitCode;
}
