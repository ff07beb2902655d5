import { type FileHandle, open } from 'node:fs/promises';
import { type Checkpoint, checkpointOf } from '@pmcw/contracts';
import { ifThere } from '@pmcw/resilience/files';
import { BrokenCheckpointError } from './checkpoints.ts';

/** Bytes. */
const longest = 1_024;
const newline = 0x0a;

export interface FoundCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly before: Checkpoint | null;
}

/**
 * Bisects the file, which has a line per minute of years, for the first checkpoint that meets a monotonic condition.
 * @throws BrokenCheckpointError
 */
export async function findCheckpoint(
  file: string,
  holds: (checkpoint: Checkpoint) => boolean,
): Promise<FoundCheckpoint | null> {
  const lines = await openLines(file);
  if (lines === null) return null;
  try {
    const end = await lines.end();
    // Starts of lines: no line before `low` satisfies it, and all from `high` on do.
    let [low, high] = [0, end];
    while (low < high) {
      const line = await lines.around(Math.floor((low + high) / 2));
      if (holds(line.checkpoint)) high = line.start;
      else low = line.end;
    }
    if (low === end) return null;
    const before = low === 0 ? null : (await lines.around(low - 1)).checkpoint;
    return { checkpoint: (await lines.around(low)).checkpoint, before };
  } finally {
    await lines.close();
  }
}

/** @throws BrokenCheckpointError */
export async function lastCheckpoint(file: string): Promise<Checkpoint | null> {
  const lines = await openLines(file);
  if (lines === null) return null;
  try {
    const end = await lines.end();
    return end === 0 ? null : (await lines.around(end - 1)).checkpoint;
  } finally {
    await lines.close();
  }
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly checkpoint: Checkpoint;
}

class Lines {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async end(): Promise<number> {
    const { size } = await this.#file.stat();
    const from = Math.max(0, size - longest);
    return from + (await this.#read(from)).lastIndexOf(newline) + 1;
  }

  async around(offset: number): Promise<Line> {
    const from = Math.max(0, offset - longest);
    const bytes = await this.#read(from);
    // A newline belongs to its line; a negative offset would count from the end.
    const start = offset === from ? from : from + bytes.lastIndexOf(newline, offset - from - 1) + 1;
    const end = from + bytes.indexOf(newline, offset - from) + 1;
    const checkpoint = checkpointOf(bytes.toString('utf8', start - from, end - from));
    if (checkpoint === null) throw new BrokenCheckpointError(`The line at byte ${start} is no checkpoint`);
    return { start, end, checkpoint };
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #read(from: number): Promise<Buffer> {
    const bytes = Buffer.alloc(2 * longest);
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  }
}

async function openLines(file: string): Promise<Lines | null> {
  const handle = await ifThere(open(file, 'r'));
  return handle === null ? null : new Lines(handle);
}
