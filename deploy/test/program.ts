import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { vi } from 'vitest';

export interface Program {
  log(): string;
  /** Also removes its folder. */
  stop(): Promise<void>;
}

interface Upness {
  readonly folder: string;
  /** Rejects until it answers. */
  readonly isUp: () => Promise<unknown>;
}

/** @throws Error with the program's output if it ends or does not answer within a minute */
export async function untilUp(
  name: string,
  child: ChildProcessByStdio<null, Readable, Readable>,
  { folder, isUp }: Upness,
): Promise<Program> {
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  const ended = once(child, 'exit');
  // `stop` awaits it, too.
  ended.catch(() => undefined);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error(`${name} ended`);
        await isUp();
      },
      { timeout: 60_000, interval: 50 },
    );
  } catch (error) {
    await stop();
    throw new Error(`${name} does not answer. It wrote:\n${log}`, { cause: error });
  }
  return { log: () => log, stop };
}
