import { backoffMs, pause } from '@pmcw/resilience';
import pg from 'pg';
import { LogUnavailableError } from '../errors.ts';
import { readHead } from './reader.ts';
import { headChannel } from './schema.ts';

export interface HeadWatcherOptions {
  readonly connection: pg.ClientConfig;
  /** May be called again with the same or an older one. */
  readonly onHead: (position: bigint) => void;
  readonly pollMs: number;
  readonly onConnect: () => void;
  readonly onReconnect: (error: unknown) => void;
}

/** Short, because other processes' appends are noticed this late after an outage. */
const reconnect = { firstMs: 50, mostMs: 2_000 };

interface Waiter {
  readonly resolve: (head: bigint) => void;
  readonly reject: (error: unknown) => void;
}

/** Listens for all subscriptions. Polling covers missed notifications and detects a dead connection. */
export class HeadWatcher {
  readonly #options: HeadWatcherOptions;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  /** Of the last try, while none has succeeded since. */
  #failure: { readonly error: unknown } | null = null;
  #waiters: Waiter[] = [];
  #hurry = () => {};

  constructor(options: HeadWatcherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The head by a poll that it brings forward. @throws the error of that poll, or of reconnecting */
  poll(): Promise<bigint> {
    this.start();
    if (this.#failure !== null) return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#hurry();
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    for (const { reject } of this.#waiters.splice(0)) reject(new LogUnavailableError('The log is closed'));
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
        this.#failure = { error };
        for (const { reject } of this.#waiters.splice(0)) reject(error);
        this.#options.onReconnect(error);
        await pause(backoffMs(failures, reconnect), signal);
      }
    }
  }

  async #watch(onConnected: () => void): Promise<void> {
    const { connection, onHead, pollMs } = this.#options;
    // Reacts sooner than the next poll would.
    const broken = new AbortController();
    let reason: unknown;
    const client = new pg.Client(connection).on('error', (error) => {
      reason = error;
      broken.abort();
    });
    // Any database user may send notifications; the poll is always right.
    client.on('notification', ({ payload = '' }) => /^\d{1,20}$/.test(payload) && onHead(BigInt(payload)));
    const wake = AbortSignal.any([this.#closing.signal, broken.signal]);
    try {
      await client.connect();
      // Not earlier: a client that is ended while connecting never settles.
      wake.addEventListener('abort', () => void client.end());
      wake.addEventListener('abort', () => this.#hurry());
      await client.query(`listen ${headChannel}`);
      onConnected();
      while (!wake.aborted) {
        const polled = await readHead(client);
        this.#failure = null;
        onHead(polled);
        for (const { resolve } of this.#waiters.splice(0)) resolve(polled);
        const resting = new AbortController();
        this.#hurry = () => resting.abort();
        if (!wake.aborted) await pause(pollMs, resting.signal);
      }
    } finally {
      await client.end();
    }
    if (broken.signal.aborted) throw reason;
  }
}
