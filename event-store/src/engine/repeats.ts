import { EventIdConflictError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import type { PreparedAppend } from './preparedAppend.ts';

/** What a log holds under an event id, as far as it takes to recognise a repeat. */
export interface KnownEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  readonly type: string;
  readonly data: string;
}

/**
 * The result that an append had the first time, for an append of which at least one event id is in the log.
 * Its payload is stream, type and data: metadata tells when and because of what, and differs between tries.
 * @param known the log's events under the ids of the append, by id
 * @throws EventIdConflictError unless all its events are there, in this order, side by side, with this payload
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
