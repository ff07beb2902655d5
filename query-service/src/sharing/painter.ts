import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ProblemError, texts } from '@pmcw/contracts';
import { Turns } from '@pmcw/resilience';
import type { Painting } from './paint.ts';

/** Beside this file; sources run as in `npm run dev`. */
const extension = path.extname(import.meta.filename);
const program = path.join(import.meta.dirname, `painterProcess${extension}`);
const execArgv = extension === '.ts' ? ['--import', 'tsx', '--conditions=source'] : [];

const busyFor = (seconds: number) => () =>
  new ProblemError('unavailable', texts.refusals.busy, { retryAfter: seconds });

export interface PainterOptions {
  /** Includes the start of the process. */
  readonly timeoutMs: number;
  readonly idleMs: number;
}

/** One picture at a time; the queue is limited. */
const turns = { atOnce: 1, waiting: 24, waitMs: 5_000, refusal: busyFor(2) } as const;

/**
 * Paints in a separate process without secrets, started on demand: painting is slow, and the SVG parser must be
 * isolated because members upload its input. Kills the process after a timeout.
 */
export class Painter {
  readonly #options: PainterOptions;
  readonly #turns = new Turns(turns);
  #process: ChildProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: PainterOptions = { timeoutMs: 20_000, idleMs: 60_000 }) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** @throws ProblemError `unavailable` when too many wait, it takes too long, or the process failed */
  paint(painting: Painting): Promise<Buffer> {
    return this.#turns.run(() => this.#paintNow(painting));
  }

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
      throw busyFor(5)();
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
      // After any error of the channel the process is restarted.
    }).on('error', () => started.kill('SIGKILL'));
    started.once('exit', () => {
      if (this.#process === started) this.#process = null;
    });
    this.#process = started;
    return started;
  }
}

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
