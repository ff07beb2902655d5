import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const readyWithinMs = 150_000;

/** How a process is run. */
export interface ProcessOptions {
  /** Arguments of `node`, the script among them; relative to the repository's root. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Resolves with whether it is ready; asked again until it is. */
  readonly isReady: () => Promise<boolean>;
}

/** A program of the product that a test may start, end and kill as it likes. */
export class TestProcess {
  readonly #options: ProcessOptions;
  #running: ChildProcess | null = null;
  #printed = '';

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** Everything that it has printed, over all its starts. */
  get output(): string {
    return this.#printed;
  }

  get isRunning(): boolean {
    return this.#running !== null && this.#running.exitCode === null && this.#running.signalCode === null;
  }

  /** Starts it, with more settings this once; resolves when it is ready. @throws Error with what it printed when it isn't in time */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const { args, env, isReady } = this.#options;
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#running = child;
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (text) => {
        this.#printed += text;
      });
    }
    const deadline = Date.now() + readyWithinMs;
    while (!(await isReady())) {
      if (!this.isRunning || Date.now() > deadline) {
        throw new Error(`${args.join(' ')} did not start:\n${this.#printed}`);
      }
      await delay(50);
    }
  }

  /** Ends it: SIGTERM drains, SIGKILL does not. Answers the exit code; null when a signal ended it or nothing ran. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#running;
    if (child === null || !this.isRunning) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  }
}

/** Whether a path of a server answers 200 within a second. */
export function answersOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    (response) => response.ok,
    () => false,
  );
}
