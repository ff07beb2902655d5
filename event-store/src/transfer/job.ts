import type { EventLog } from '../port.ts';
import type { Walk } from './compare.ts';
import { FileReader } from './fileReader.ts';
import { ProgressDisplay } from './progress.ts';

export interface EventStoreCliDependencies {
  /** Null for the installation's log; the command closes it. */
  readonly openLog: (address: string | null) => Promise<EventLog>;
  readonly signal?: AbortSignal;
  /** Called after events were brought into a log: what knows positions of the former one must start over. */
  readonly onRestored?: () => Promise<void>;
  /** Takes what `verify` found, also printed. */
  readonly report?: ((document: object) => void) | undefined;
}

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

  begin(step: string, source: { readonly share: number }): void {
    this.#display?.end(this.#events);
    this.#display = new ProgressDisplay(this.#out, step, source);
    this.#events = 0;
  }

  onProgress(events: number): void {
    this.#events = events;
    this.#display?.at(events);
  }

  async close(): Promise<void> {
    this.end();
    for (const opened of this.#opened.splice(0).reverse()) await opened.close();
  }

  async restored(): Promise<void> {
    await this.#deps.onRestored?.();
  }

  report(document: object): void {
    this.#deps.report?.(document);
  }

  end(): void {
    this.#display?.end(this.#events);
    this.#display = null;
  }
}
