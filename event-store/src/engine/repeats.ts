import { EventIdConflictError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import type { PreparedAppend } from './preparedAppend.ts';

export interface KnownEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly type: string;
  readonly data: string;
}

/**
 * Returns the first result; metadata may differ between tries.
 * @param known the log's events by the append's ids
 * @throws EventIdConflictError unless all its events are in the log, consecutive and equal
 */
export function originalResult(append: PreparedAppend, known: ReadonlyMap<string, KnownEvent>): AppendResult {
  const used = append.events.find((event) => known.has(event.eventId));
  if (used === undefined) throw new TypeError('No event of this append is in the log');
  const originals = append.events.map((event) => known.get(event.eventId));
  const [first] = originals;
  const last = originals.at(-1);
  const same = append.events.every((event, n) => {
    const original = originals[n];
    return (
      original?.stream === append.stream &&
      original.type === event.type &&
      original.data === event.data &&
      original.revision === (first?.revision ?? 0) + n
    );
  });
  if (!same || last === undefined) throw new EventIdConflictError(used.eventId);
  return { revision: last.revision, position: last.position, repeated: true };
}
