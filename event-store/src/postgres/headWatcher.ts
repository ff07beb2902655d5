import pg from 'pg';
import { backoff, pause } from '../engine/backoff.ts';
import type { Head } from '../engine/head.ts';
import { readHead } from './reader.ts';
import { headChannel } from './schema.ts';

/** How the head is watched. */
export interface HeadWatcherOptions {
  readonly connection: pg.ClientConfig;
  readonly head: Head;
  /** Milliseconds between two looks at the head, should a notification be missed. */
  readonly pollMs: number;
  /** It is connected, for the first time or again. */
  readonly onConnect: () => void;
  /** The connection broke; it will be made anew. */
  readonly onReconnect: (error: unknown) => void;
}

/** No longer than that, for what other processes append is heard of as late when the database is back. */
const reconnect = { first: 50, most: 2_000 };

/**
 * One connection that listens for all subscriptions of a log. Its poll is the net behind the notifications and
 * shows at the same time whether the connection is alive; an idle log costs one index look-up per poll.
 */
export class HeadWatcher {
  readonly #options: HeadWatcherOptions;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: HeadWatcherOptions) {
    this.#options = options;
  }

  /** Begins to watch, unless it does already: a log that nobody follows needs no connection for it. */
  start(): void {
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#watch(() => {
          failures = 0;
          this.#options.onConnect();
        });
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        this.#options.onReconnect(error);
        await pause(backoff(failures, reconnect), signal);
      }
    }
  }

  /** Watches until closed; rejects when the connection breaks. */
  async #watch(onConnected: () => void): Promise<void> {
    const { connection, head, pollMs } = this.#options;
    // The poll would find out too, but only when its turn comes.
    const broken = new AbortController();
    let reason: unknown;
    const client = new pg.Client(connection).on('error', (error) => {
      reason = error;
      broken.abort();
    });
    // Any user of the database may notify with anything: the poll is right in any case.
    client.on(
      'notification',
      ({ payload = '' }) => /^\d{1,20}$/.test(payload) && head.advance(BigInt(payload)),
    );
    const wake = AbortSignal.any([this.#closing.signal, broken.signal]);
    // Cuts off a look that is under way.
    wake.addEventListener('abort', () => void client.end());
    try {
      await client.connect();
      await client.query(`listen ${headChannel}`);
      onConnected();
      while (!wake.aborted) {
        head.advance(await readHead(client));
        await pause(pollMs, wake);
      }
    } finally {
      await client.end();
    }
    if (broken.signal.aborted) throw reason;
  }
}
