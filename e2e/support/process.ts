import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { askProcess } from './witnesses.ts';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const readyWithinMs = 60_000;
const stopsWithinMs = 30_000;

export interface ProcessOptions {
  /** Arguments of `node`, including the script; relative to the repository's root. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Its output when it has started; an answer on its port could be another process's. */
  readonly says: string;
  /** Polled until it resolves with true. */
  readonly isReady: () => Promise<boolean>;
}

/** A program of the product that a spec starts, ends and kills. */
export class TestProcess {
  readonly #options: ProcessOptions;
  #running: ChildProcess | null = null;
  #printed = '';

  constructor(options: ProcessOptions) {
    this.#options = options;
    askProcess(this);
  }

  /** Its script and port. */
  get name(): string {
    const { args, env } = this.#options;
    return [args.at(-1), env.PORT].filter((part) => part !== undefined).join(' ');
  }

  /** Its output of all starts. */
  get output(): string {
    return this.#printed;
  }

  lastLines(count = 50): string {
    return this.#printed.trimEnd().split('\n').slice(-count).join('\n');
  }

  get isRunning(): boolean {
    return this.#running !== null && this.#running.exitCode === null && this.#running.signalCode === null;
  }

  /**
   * Starts it, this once with more settings; resolves when it is ready.
   * @throws Error with its output if it ends or isn't ready in time
   */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const { args, env, says, isReady } = this.#options;
    const before = this.#printed.length;
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
    while (!(this.#printed.includes(says, before) && (await isReady()) && this.isRunning)) {
      if (!this.isRunning || Date.now() > deadline) {
        await this.stop('SIGKILL');
        throw new Error(`${args.join(' ')} did not start:\n${this.#printed.slice(before)}`);
      }
      await delay(50);
    }
  }

  /**
   * Ends it: SIGTERM drains, SIGKILL does not. Returns the exit code; null if a signal ended it or nothing ran.
   * @throws Error with its last lines if it does not end in time
   */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#running;
    if (child === null || !this.isRunning) return child?.exitCode ?? null;
    const exited = once(child, 'exit');
    child.kill(signal);
    const killer = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs);
    await exited;
    clearTimeout(killer);
    if (signal === 'SIGTERM' && child.signalCode === 'SIGKILL') {
      throw new Error(`${this.#options.args.join(' ')} did not end:\n${this.lastLines()}`);
    }
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
