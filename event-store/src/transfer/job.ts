import type { EventLog } from '../port.ts';
import type { Walk } from './compare.ts';
import { FileReader } from './fileReader.ts';
import { ProgressDisplay } from './progress.ts';

/** What the commands work with. */
export interface EventStoreCliDependencies {
  /** Opens the log at an address as a command was given it, or this installation's for null; the command closes it. */
  readonly openLog: (address: string | null) => Promise<EventLog>;
  /** Stops a command so that it can be gone on with. */
  readonly signal?: AbortSignal;
}

/** What a command has opened, and how it shows how far it is. */
export class Job implements Walk {
  readonly signal: AbortSignal;
  readonly #deps: EventStoreCliDependencies;
  readonly #out: NodeJS.WritableStream;
  readonly #opened: { close(): Promise<void> }[] = [];
  #display: ProgressDisplay | null = null;
  #events = 0;

  constructor(deps: EventStoreCliDependencies, out: NodeJS.WritableStream) {
    this.#deps = deps;
    this.#out = out;
    this.signal = deps.signal ?? new AbortController().signal;
  }

  async log(address: string | null): Promise<EventLog> {
    const log = await this.#deps.openLog(address);
    this.#opened.push(log);
    return log;
  }

  async file(path: string): Promise<FileReader> {
    const file = await FileReader.open(path);
    this.#opened.push(file);
    return file;
  }

  /** From now on progress is that of a step of this name; the share that is done is read from `source`. */
  begin(step: string, source: { readonly share: number }): void {
    this.#display?.end(this.#events);
    this.#display = new ProgressDisplay(this.#out, step, source);
    this.#events = 0;
  }

  onProgress(events: number): void {
    this.#events = events;
    this.#display?.at(events);
  }

  /** Shows how far it came, and closes what was opened. */
  async close(): Promise<void> {
    this.end();
    for (const opened of this.#opened.splice(0).reverse()) await opened.close();
  }

  /** The step is over. */
  end(): void {
    this.#display?.end(this.#events);
    this.#display = null;
  }
}
