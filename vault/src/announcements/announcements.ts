import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { VaultLogger } from '../logger.ts';
import type { DraftChanged, SessionEnded } from '../vault.ts';

/** What processes tell each other through NOTIFY. Ids only, nothing personal. */
export type Announcement =
  | ({ readonly kind: 'session-ended' } & SessionEnded)
  | { readonly kind: 'key-destroyed'; readonly subject: number }
  | ({ readonly kind: 'draft-changed' } & DraftChanged);

/** Channel of NOTIFY; the payload is an `Announcement` with the `origin` that sent it. */
export const channel = 'vault';

const beatMs = 1000;
/** Two beats missed: the connection may be dead without having said so. */
const silentMs = 2500;
/** No longer than that, for a session that another process ends is closed as late when the database is back. */
const reconnectMs = { first: 100, most: 2000 };

/** Ears of one process: hears what others announce, and knows whether it may have missed something. */
export interface Announcements {
  /** Marks what this process announced itself, which it does not hear again. */
  readonly origin: string;
  /** Whether everything announced until about a second ago has been heard. */
  isLive(): boolean;
  /** Calls the handler for what other processes announce. */
  onHeard(handler: (announcement: Announcement) => void): void;
  /**
   * Calls the handler once it is heard again after a gap, to ask for what was missed. Until all of them are done nothing
   * counts as live; one that fails is called again, with growing pauses.
   */
  onResumed(handler: () => void | Promise<void>): void;
  /** Resolves when the connection is gone, or does not answer. */
  close(): Promise<void>;
}

/** What goes through the channel. */
type Payload = Announcement & { readonly origin: string };

/** NOTIFY as SQL wants it: the payload for `pg_notify(channel, payload)`. */
export const payloadOf = (origin: string, announcement: Announcement): string =>
  JSON.stringify({ ...announcement, origin } satisfies Payload);

function isPayload(value: unknown): value is Payload {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('origin' in value)) return false;
  if (value.kind === 'key-destroyed') return 'subject' in value && typeof value.subject === 'number';
  if (value.kind === 'draft-changed') {
    return 'userId' in value && 'conversation' in value && 'sessionId' in value;
  }
  return value.kind === 'session-ended' && 'sessionId' in value && 'userId' in value && 'reason' in value;
}

function parsePayload(payload: string): Payload | null {
  try {
    const value: unknown = JSON.parse(payload);
    return isPayload(value) ? value : null;
  } catch {
    return null;
  }
}

/** Where to listen, and under which name. */
export interface ListenOptions {
  readonly connectionString: string;
  /** As it is seen in `pg_stat_activity`. */
  readonly applicationName: string;
  readonly logger: VaultLogger;
}

/** Starts to listen; a lost connection comes back by itself. @throws Error when the first connection fails */
export async function listen(options: ListenOptions): Promise<Announcements> {
  const { connectionString, applicationName, logger } = options;
  const origin = randomUUID();
  const heard = new Set<(announcement: Announcement) => void>();
  const resumed = new Set<() => void | Promise<void>>();
  const closing = new AbortController();
  let listening = false;
  let lastBeat = 0;

  async function openClient(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
      statement_timeout: silentMs,
      query_timeout: silentMs,
      keepAlive: true,
    }).on('error', () => {
      listening = false;
    });
    client.on('notification', ({ payload }) => {
      const announcement = parsePayload(payload ?? '');
      if (announcement === null || announcement.origin === origin) return;
      for (const handler of heard) handler(announcement);
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await Promise.all([...resumed].map((handler) => handler()));
      // That may have taken long enough to lose the connection meanwhile.
      await client.query('select 1');
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    listening = true;
    lastBeat = performance.now();
    return client;
  }

  /** Keeps asking the server for a sign of life; returns when there is none, or when closing. */
  async function beatUntilSilent(client: pg.Client): Promise<void> {
    try {
      while (listening) {
        await sleep(beatMs, undefined, { signal: closing.signal, ref: false });
        await client.query('select 1');
        lastBeat = performance.now();
      }
    } catch (error) {
      if (!closing.signal.aborted) logger.warn({ err: error }, 'the vault lost its listening connection');
    } finally {
      listening = false;
      const ended = client.end().catch(() => undefined);
      // A rotation that begins right after `close` must not take this for a process that still runs.
      if (closing.signal.aborted) await Promise.race([ended, sleep(silentMs, undefined, { ref: false })]);
    }
  }

  async function reconnect(): Promise<pg.Client | null> {
    for (
      let delay = reconnectMs.first;
      !closing.signal.aborted;
      delay = Math.min(delay * 2, reconnectMs.most)
    ) {
      try {
        return await openClient();
      } catch (error) {
        logger.warn({ err: error }, 'the vault cannot listen; trying again');
        await sleep(delay * (0.5 + Math.random()), undefined, { signal: closing.signal, ref: false }).catch(
          () => undefined,
        );
      }
    }
    return null;
  }

  async function keepListening(first: pg.Client): Promise<void> {
    for (let client: pg.Client | null = first; client !== null; client = await reconnect())
      await beatUntilSilent(client);
  }

  const running = keepListening(await openClient());
  return {
    origin,
    isLive: () => listening && performance.now() - lastBeat < silentMs,
    onHeard: (handler) => void heard.add(handler),
    onResumed: (handler) => void resumed.add(handler),
    async close() {
      closing.abort();
      listening = false;
      await running;
    },
  };
}
