import type { Batch, StoredEvent } from '../port.ts';

/** Reads a log from a position up to the head and beyond, in pages. */
export interface EventFeed {
  /** @param after the position of the page before; of the first page, where to start */
  read(after: bigint): Promise<Batch<StoredEvent>>;
  /** Resolves when there may be more after a position, and when aborted or closed. Any number of callers may wait. */
  beyond(position: bigint, signal: AbortSignal): Promise<void>;
  close(): void;
}
