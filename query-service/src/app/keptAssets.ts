import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '@pmcw/resilience/files';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import { planRetirement, type Retired } from './retirement.ts';

const retiredSchema = v.record(v.string(), v.number());
const recordName = 'retired.json';
/** Other processes may release new builds while this one runs. */
const lookEveryMs = 24 * 60 * 60 * 1000;

export interface KeptAssets {
  close(): void;
}

/**
 * Copies the app's hashed files (`assets/`) to a folder that outlives builds, and deletes those unused for a week; now
 * and daily. Processes may share the folder.
 * @returns null when the folder can't be used, which is logged
 */
export async function keepAssets(
  appFiles: string,
  folder: string,
  logger: FastifyBaseLogger | undefined,
): Promise<KeptAssets | null> {
  const look = () =>
    settle(appFiles, folder, Date.now()).then(
      () => true,
      (error: unknown) => {
        logger?.error({ err: error }, 'the files of earlier builds could not be kept');
        return false;
      },
    );
  if (!(await look())) return null;
  const timer = setInterval(look, lookEveryMs).unref();
  return { close: () => clearInterval(timer) };
}

async function settle(appFiles: string, folder: string, now: number): Promise<void> {
  const [from, to, record] = [
    path.join(appFiles, 'assets'),
    path.join(folder, 'assets'),
    path.join(folder, recordName),
  ];
  await mkdir(to, { recursive: true });
  const [current, kept] = [await namesIn(from), await namesIn(to)];
  const plan = planRetirement(current, kept, await readRetired(record), now);
  for (const name of plan.copy) await copyWhole(path.join(from, name), path.join(to, name));
  await writeFile(`${record}.${process.pid}.part`, JSON.stringify(plan.retired));
  await rename(`${record}.${process.pid}.part`, record);
  for (const name of plan.remove) await rm(path.join(to, name), { force: true });
}

const namesIn = async (folder: string): Promise<ReadonlySet<string>> =>
  new Set((await readdir(folder)).filter((name) => !name.endsWith('.part')));

/** A missing or broken record restarts the count: files stay longer, never shorter. */
async function readRetired(record: string): Promise<Retired> {
  const text = (await ifThere(readFile(record, 'utf8'))) ?? '{}';
  try {
    return v.parse(retiredSchema, JSON.parse(text));
  } catch {
    return {};
  }
}

/** Atomic, because another process may be serving or copying the same file. */
async function copyWhole(from: string, to: string): Promise<void> {
  const part = `${to}.${process.pid}.part`;
  await copyFile(from, part);
  await rename(part, to);
}
