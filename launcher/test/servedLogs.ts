import { freePort } from '@pmcw/testing';
import { WireLog } from '../../event-store/test/wire/log.ts';
import { startWireServer, type WireServer } from '../../event-store/test/wire/server.ts';

/** An address that serves one log or another. */
export class ServedLogs {
  /** The log of the installation, and another one; both empty at first. */
  readonly ours = new WireLog();
  readonly others = new WireLog();
  #server: WireServer | null = null;
  #port = 0;

  /** For `EVENTSTORE_URL`. */
  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** Replaces the served log. */
  async serve(log: WireLog): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    await this.close();
    this.#server = await startWireServer({ port: this.#port, log });
  }

  /** Stops serving. */
  async close(): Promise<void> {
    await this.#server?.stop();
  }
}

/** Without the server's own events. */
export const eventsIn = ({ records }: WireLog): readonly string[] =>
  records.filter(({ stream }) => !stream.startsWith('$')).map(({ type }) => type);

/** Whether exactly one event gave the log its id. */
export const namedOnce = (types: readonly string[]): boolean =>
  types.filter((type) => type === 'InstanceNamed').length === 1;

/** Runs work with a resource, and closes it afterwards. */
export async function closing<T extends { close(): Promise<unknown> }, R>(
  opened: T,
  work: (opened: T) => Promise<R>,
) {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
