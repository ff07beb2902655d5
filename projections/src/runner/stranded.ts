import type { ProductEvents } from '@pmcw/contracts/events';
import { type EventStore, UnreadableEventError } from '@pmcw/event-store';
import type { Checkpoint, EventPlace } from './checkpoint.ts';
import type { ReadModel } from './model.ts';

type Log = Pick<EventStore<ProductEvents>, 'head' | 'readStream' | 'readAll'>;

export interface Examination {
  readonly head: bigint;
  readonly stranded: string | null;
}

/**
 * Finds out whether the log was replaced or restored to an earlier moment. Read the checkpoint first: its log has
 * reached it since, so there are no false alarms.
 */
export async function examine(log: Log, { position, last }: Checkpoint): Promise<Examination> {
  const head = await log.head();
  if (position > head) return { head, stranded: beyond(position, head) };
  const isThere = last === null || (await positionOf(log, last)) !== null;
  return { head, stranded: isThere ? null : lacking(last) };
}

/**
 * Finds out whether a stranded checkpoint matches the log after all. A restored log may have grown past it with unseen
 * events, so the last folded event must also be the last one up to the checkpoint.
 * @returns why it still doesn't match, or null
 */
export async function examineAgain(
  log: Log,
  { types }: Pick<ReadModel, 'types'>,
  { position, last }: Checkpoint,
): Promise<string | null> {
  const head = await log.head();
  if (position > head) return beyond(position, head);
  const folded = last === null ? 0n : await positionOf(log, last);
  if (folded === null) return lacking(last);
  if (await hasAny(log, types, folded, position)) {
    return `the log has events before its checkpoint ${position} that were not folded`;
  }
  return null;
}

const beyond = (position: bigint, head: bigint): string =>
  `its checkpoint ${position} lies beyond the log, which ends at ${head}`;

const lacking = (last: EventPlace | null): string =>
  `the log lacks the event that was folded last, ${last?.stream} revision ${last?.revision}`;

async function positionOf(log: Log, { stream, revision, eventId }: EventPlace): Promise<bigint | null> {
  try {
    for await (const event of log.readStream(stream, revision)) {
      return event.revision === revision && event.eventId === eventId ? event.position : null;
    }
    return null;
  } catch (error) {
    // It is in the log; folding will report it.
    if (error instanceof UnreadableEventError) return error.position;
    throw error;
  }
}

async function hasAny(log: Log, types: ReadModel['types'], after: bigint, upTo: bigint): Promise<boolean> {
  try {
    for (let from = after; from < upTo; ) {
      const { events, position, live } = await log.readAll(from, { types }, 1);
      const [next] = events;
      if (next !== undefined) return next.position <= upTo;
      if (live) return false;
      from = position;
    }
    return false;
  } catch (error) {
    if (error instanceof UnreadableEventError) return error.position <= upTo;
    throw error;
  }
}
