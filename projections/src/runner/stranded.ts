import type { ProductEvents } from '@pmcw/contracts/events';
import { type EventStore, UnreadableEventError } from '@pmcw/event-store';
import type { Checkpoint, EventPlace } from './checkpoint.ts';

type Log = Pick<EventStore<ProductEvents>, 'head' | 'readStream'>;

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
  if (position > head) {
    return { head, stranded: `its checkpoint ${position} lies beyond the log, which ends at ${head}` };
  }
  if (last !== null && !(await holds(log, last))) {
    const { stream, revision } = last;
    return {
      head,
      stranded: `the log has not the event that was folded last, ${stream} revision ${revision}`,
    };
  }
  return { head, stranded: null };
}

async function holds(log: Log, { stream, revision, eventId }: EventPlace): Promise<boolean> {
  try {
    for await (const event of log.readStream(stream, revision)) {
      if (event.revision > revision) return false;
      if (event.eventId === eventId) return true;
    }
    return false;
  } catch (error) {
    // It is there, and is no longer understood: that shows where it is folded.
    if (error instanceof UnreadableEventError) return true;
    throw error;
  }
}
