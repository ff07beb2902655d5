import { UnreadableEventError } from '../errors.ts';
import type { Batch, StoredEvent, Subscription } from '../port.ts';
import { backoff, pause } from './backoff.ts';

/** Where a follower gets its batches from. */
export interface FollowedLog {
  read(after: bigint, signal: AbortSignal): Promise<Batch<StoredEvent>>;
  /** Resolves once there may be something beyond a position, or when aborted. */
  beyond(position: bigint, signal: AbortSignal): Promise<void>;
  /** A read failed and will be tried again. */
  onReadError(error: unknown): void;
  /** The handler threw, or an event can't be read; the subscription is over. */
  onHandlerError(error: unknown): void;
}

type Handler = (batch: Batch<StoredEvent>) => Promise<void>;

/** No longer than that, for whoever follows is as late when the log is back. */
const readRetry = { first: 50, most: 2_000 };

/**
 * The subscription of every engine: reads a page, hands it over, reads on; at the head it sleeps until there is
 * more. It holds one page at a time. The handler sees each position at most once because only this loop moves.
 */
export function follow(log: FollowedLog, after: bigint, handler: Handler): Subscription {
  const stopping = new AbortController();
  const done = run(log, after, handler, stopping.signal).catch((error: unknown) => {
    log.onHandlerError(error);
    throw error;
  });
  // Whoever doesn't look at `done` has been told through onHandlerError; the process must not die of it.
  const over = done.catch(() => undefined);
  return {
    done,
    stop: () => {
      stopping.abort();
      return over;
    },
  };
}

async function run(log: FollowedLog, after: bigint, handler: Handler, signal: AbortSignal): Promise<void> {
  let position = after;
  while (!signal.aborted) {
    const batch = await readInTheEnd(log, position, signal);
    if (batch === undefined || signal.aborted) return;
    if (batch.position > position) await handler(batch);
    position = batch.position;
    if (batch.live) await log.beyond(position, signal);
  }
}

/** What a read gives, unless it is not wanted any longer: nobody waits for it then. */
async function unlessAborted<T>(signal: AbortSignal, reading: Promise<T>): Promise<T> {
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([reading, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function readInTheEnd(
  log: FollowedLog,
  after: bigint,
  signal: AbortSignal,
): Promise<Batch<StoredEvent> | undefined> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await unlessAborted(signal, log.read(after, signal));
    } catch (error) {
      if (signal.aborted) return undefined;
      // Reading it once more would not make it readable.
      if (error instanceof UnreadableEventError) throw error;
      log.onReadError(error);
      await pause(backoff(failures, readRetry), signal);
    }
  }
  return undefined;
}
