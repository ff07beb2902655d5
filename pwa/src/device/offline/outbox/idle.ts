import type { MemberDatabase, OutboxRow } from '../database.ts';
import { watch } from '../watch.ts';

/** Whether nothing will happen automatically now: each lane is empty, or its first message waits. */
export function isOutboxIdle(rows: readonly OutboxRow[]): boolean {
  const held = new Set<string>();
  return rows
    .filter(({ delivery }) => delivery.state !== 'failed')
    .every(({ lane, delivery }) => {
      if (delivery.state === 'waiting') held.add(lane);
      return held.has(lane);
    });
}

interface IdleOptions {
  /** Called with the number of messages left to send. */
  readonly onLeft?: (messages: number) => void;
  /** Stops waiting. */
  readonly signal?: AbortSignal;
}

export function whenOutboxIdle(db: MemberDatabase, { onLeft, signal }: IdleOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      resolve();
      signal?.removeEventListener('abort', end);
      unwatch();
    };
    const unwatch = watch({
      db,
      tables: [db.outbox],
      read: () => db.outbox.toArray(),
      onValue: (rows) => {
        onLeft?.(rows.filter(({ task }) => task === 'send').length);
        if (isOutboxIdle(rows)) end();
      },
      onError: reject,
    });
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
  });
}
