import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ProblemError, texts } from '@pmcw/contracts';
import type { Painting } from './paint.ts';
import { Turns } from './turns.ts';

/** Beside this file, built or not; sources are run as `npm run dev` runs them. */
const extension = path.extname(import.meta.filename);
const program = path.join(import.meta.dirname, `painterProcess${extension}`);
const execArgv = extension === '.ts' ? ['--import', 'tsx', '--conditions=source'] : [];

/** When to try again after a failure, in seconds. */
const retryAfter = 5;

/** Bounds of painting, in milliseconds. */
export interface PainterOptions {
  /** Longest time for one picture, the start of the process included. */
  readonly timeoutMs: number;
  /** The process ends when nothing was to be painted for so long. */
  readonly idleMs: number;
}

/** One picture after the other; the others wait, but not for ever. */
const turns = { atOnce: 1, waiting: 24, waitMs: 5_000 } as const;

/**
 * Paints in a process of its own, which knows no secret, starts when it is needed and ends when it is not: painting takes
 * time, and what reads SVG must not be within reach of what members upload. What takes too long is ended with it.
 */
export class Painter {
  readonly #options: PainterOptions;
  readonly #turns = new Turns(turns);
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: PainterOptions = { timeoutMs: 20_000, idleMs: 60_000 }) {
    this.#options = options;
  }

  /** Whether the process runs. */
  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** @throws ProblemError `unavailable` when too many wait, it takes too long, or the process broke */
  paint(painting: Painting): Promise<Buffer> {
    return this.#turns.take(() => this.#paintNow(painting));
  }

  /** Ends the process; what it was painting fails. */
  close(): void {
    clearTimeout(this.#idle);
    this.#process?.kill('SIGKILL');
    this.#process = null;
  }

  async #paintNow(painting: Painting): Promise<Buffer> {
    clearTimeout(this.#idle);
    const process = this.#started();
    const timer = setTimeout(() => this.close(), this.#options.timeoutMs);
    const answer = await answerOf(process, painting).catch(() => null);
    clearTimeout(timer);
    if (!(answer instanceof Uint8Array)) {
      this.close();
      throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter });
    }
    this.#idle = setTimeout(() => this.close(), this.#options.idleMs);
    this.#idle.unref();
    return Buffer.from(answer);
  }

  #started(): ChildProcess {
    if (this.#process !== null) return this.#process;
    const { PATH, TMPDIR } = process.env;
    const started = fork(program, {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { PATH, TMPDIR },
      // Whatever it could not be told or sent: who waits for its answer gets none, and it is started again.
    }).on('error', () => started.kill('SIGKILL'));
    started.once('exit', () => {
      if (this.#process === started) this.#process = null;
    });
    this.#process = started;
    return started;
  }
}

/** @returns what the process says to a painting, or anything else when it ends instead. @throws when it can't be asked */
async function answerOf(process: ChildProcess, painting: Painting): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const first = Promise.race([once(process, 'message', { signal }), once(process, 'exit', { signal })]);
    process.send(painting, (error) => error && over.abort());
    const [answer] = await first;
    return answer;
  } finally {
    over.abort();
  }
}
