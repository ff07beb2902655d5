import { backoffMs, pause } from '@pmcw/resilience';
import { UnreadableEventError } from '../errors.ts';
import type { Batch, BatchHandler, StoredEvent, Subscription } from '../port.ts';
import { unlessAborted } from './unlessAborted.ts';

export interface SubscribedLog {
  read(after: bigint, signal: AbortSignal): Promise<Batch<StoredEvent>>;
  /** Also resolves when aborted. */
  beyond(position: bigint, signal: AbortSignal): Promise<void>;
  onReadError(error: unknown): void;
  /** The subscription ends after it. */
  onHandlerError(error: unknown): void;
}

/** Short, because followers lag this much after an outage. */
const readRetry = { firstMs: 50, mostMs: 2_000 };

/** Holds one page at a time, and passes each position at most once. */
export function startSubscription(
  log: SubscribedLog,
  after: bigint,
  handler: BatchHandler<StoredEvent>,
): Subscription {
  const stopping = new AbortController();
  const done = run(log, after, handler, stopping.signal).catch((error: unknown) => {
    log.onHandlerError(error);
    throw error;
  });
  // An unhandled rejection would end the process; `onHandlerError` has reported it.
  const over = done.catch(() => undefined);
  return {
    done,
    stop: () => {
      stopping.abort();
      return over;
    },
  };
}

async function run(
  log: SubscribedLog,
  after: bigint,
  handler: BatchHandler<StoredEvent>,
  signal: AbortSignal,
): Promise<void> {
  let position = after;
  while (!signal.aborted) {
    const batch = await readInTheEnd(log, position, signal);
    if (batch === undefined || signal.aborted) return;
    if (batch.position > position) await handler(batch);
    position = batch.position;
    if (batch.live) await log.beyond(position, signal);
  }
}

async function readInTheEnd(
  log: SubscribedLog,
  after: bigint,
  signal: AbortSignal,
): Promise<Batch<StoredEvent> | undefined> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await unlessAborted(signal, () => log.read(after, signal));
    } catch (error) {
      if (signal.aborted) return undefined;
      // A retry would not make it readable.
      if (error instanceof UnreadableEventError) throw error;
      log.onReadError(error);
      await pause(backoffMs(failures, readRetry), signal);
    }
  }
  return undefined;
}
