import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@pmcw/resilience';
import { backoffMs, Interruptions, pause } from '@pmcw/resilience';
import pg from 'pg';
import type { DraftChanged } from '../drafts/promises.ts';
import type { SessionEnded } from '../sessions/promises.ts';

/** Sent through NOTIFY. Ids only, nothing personal. */
export type Announcement =
  | ({ readonly kind: 'session-ended' } & SessionEnded)
  | { readonly kind: 'key-destroyed'; readonly subject: number }
  | ({ readonly kind: 'draft-changed' } & DraftChanged)
  | { readonly kind: 'push-subscribed' };

export const channel = 'vault';

const beatMs = 1_000;
/** After two missed heartbeats. */
const silentMs = 2_500;
/** A listener whose liveness was asked for this recently beats often; another one only to notice a lost connection. */
const usedForMs = 3_000;
const restBeatMs = 5_000;
/** Short, because until then this process learns late of sessions ended elsewhere. */
const reconnectMs = { firstMs: 100, mostMs: 2000 };

export interface Announcements {
  /** Marks this process's own announcements, which it ignores. */
  readonly origin: string;
  /**
   * Whether all announcements until about a second ago were received. After a rest it is not known at first, and known
   * as soon as the database has answered.
   */
  isLive(): boolean;
  /** Whether the connection answered its last heartbeat, which is a few seconds old after a rest. */
  isListening(): boolean;
  onHeard(handler: (announcement: Announcement) => void): void;
  /** Called after a gap, to read what was missed. Nothing counts as live until all handlers succeed. */
  onResumed(handler: () => void | Promise<void>): void;
  close(): Promise<void>;
}

type Payload = Announcement & { readonly origin: string };

export const payloadOf = (origin: string, announcement: Announcement): string =>
  JSON.stringify({ ...announcement, origin } satisfies Payload);

function isPayload(value: unknown): value is Payload {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('origin' in value)) return false;
  if (value.kind === 'key-destroyed') return 'subject' in value && typeof value.subject === 'number';
  if (value.kind === 'draft-changed') {
    return 'userId' in value && 'conversation' in value && 'sessionId' in value;
  }
  if (value.kind === 'push-subscribed') return true;
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

export interface ListenOptions {
  readonly connectionString: string;
  readonly applicationName: string;
  readonly logger: Logger;
}

/** Without the stack, which is that of a timer or socket. */
const reasonOf = (error: unknown): { readonly reason: string } => {
  const code = error instanceof Error && 'code' in error ? `${error.code} ` : '';
  return { reason: error instanceof Error ? `${code}${error.message}` : String(error) };
};

/** Reconnects automatically. @throws Error if the first connection fails */
export async function listen(options: ListenOptions): Promise<Announcements> {
  const { connectionString, applicationName, logger } = options;
  const origin = randomUUID();
  const heard = new Set<(announcement: Announcement) => void>();
  const resumed = new Set<() => void | Promise<void>>();
  const closing = new AbortController();
  const deaf = new Interruptions((error, times) =>
    logger.warn({ ...reasonOf(error), times }, 'the vault cannot listen; trying again'),
  );
  let listening = false;
  let lastBeat = 0;
  let usedAt = performance.now();
  let isResting = false;
  let waiting = new AbortController();

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
      // The handlers may have taken so long that the connection is lost.
      await client.query('select 1');
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    listening = true;
    lastBeat = performance.now();
    return client;
  }

  /** Resolves when the next heartbeat is due. */
  async function untilBeat(): Promise<void> {
    closing.signal.throwIfAborted();
    waiting = new AbortController();
    isResting = performance.now() - usedAt > usedForMs;
    const { signal } = waiting;
    await sleep(isResting ? restBeatMs : beatMs, undefined, { signal, ref: false }).catch(() => undefined);
    closing.signal.throwIfAborted();
  }

  async function beatUntilSilent(client: pg.Client): Promise<void> {
    try {
      while (listening) {
        await untilBeat();
        await client.query('select 1');
        lastBeat = performance.now();
      }
    } catch (error) {
      if (!closing.signal.aborted) logger.warn(reasonOf(error), 'the vault lost its listening connection');
    } finally {
      listening = false;
      const ended = client.end().catch(() => undefined);
      // A rotation right after `close` must not count this process.
      if (closing.signal.aborted) await Promise.race([ended, sleep(silentMs, undefined, { ref: false })]);
    }
  }

  async function reconnect(): Promise<pg.Client | null> {
    for (let failures = 1; !closing.signal.aborted; failures += 1) {
      try {
        return await openClient();
      } catch (error) {
        deaf.happened(error);
        await pause(backoffMs(failures, reconnectMs), closing.signal);
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
    isLive() {
      usedAt = performance.now();
      if (isResting) waiting.abort();
      return listening && usedAt - lastBeat < silentMs;
    },
    isListening: () => listening && performance.now() - lastBeat < (isResting ? restBeatMs : 0) + silentMs,
    onHeard: (handler) => void heard.add(handler),
    onResumed: (handler) => void resumed.add(handler),
    async close() {
      closing.abort();
      waiting.abort();
      listening = false;
      await running;
    },
  };
}
