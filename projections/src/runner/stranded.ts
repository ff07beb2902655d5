import type { ProductEvents } from '@pmcw/contracts/events';
import { type EventStore, UnreadableEventError } from '@pmcw/event-store';
import type { Checkpoint, EventPlace } from './checkpoint.ts';
import type { ReadModel } from './model.ts';

type Log = Pick<EventStore<ProductEvents>, 'head' | 'readStream' | 'readAll'>;

/** What a log has to say about a checkpoint. */
export interface Examination {
  /** Where the log ends. */
  readonly head: bigint;
  /** Why the checkpoint can't be of this log; null when it may well be. */
  readonly stranded: string | null;
}

/**
 * Whether a checkpoint may be of this log, or the log was replaced, or restored to an earlier moment: then nothing
 * would ever come, or what comes would not join on. The checkpoint must have been read before: a log that it is of
 * reaches it by now, whoever moved it, so there are no false alarms.
 */
export async function examine(log: Log, { position, last }: Checkpoint): Promise<Examination> {
  const head = await log.head();
  if (position > head) return { head, stranded: beyond(position, head) };
  const isThere = last === null || (await positionOf(log, last)) !== null;
  return { head, stranded: isThere ? null : lacking(last) };
}

/**
 * Whether a checkpoint that was found not to be of the log is of it after all. That it may be is not enough: a log that
 * was restored to before the checkpoint may have grown past it, with events that the model has never seen. So of what the
 * model folds, the event folded last must be the last one up to the checkpoint.
 * @returns why it still can't be told to be of this log; null when it is
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
  `the log has not the event that was folded last, ${last?.stream} revision ${last?.revision}`;

/** Position of an event in the log; null when it isn't there. */
async function positionOf(log: Log, { stream, revision, eventId }: EventPlace): Promise<bigint | null> {
  try {
    for await (const event of log.readStream(stream, revision)) {
      return event.revision === revision && event.eventId === eventId ? event.position : null;
    }
    return null;
  } catch (error) {
    // It is there, and is no longer understood: that shows where it is folded.
    if (error instanceof UnreadableEventError) return error.position;
    throw error;
  }
}

/** Whether the log has events of some types after a position, up to another. */
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
