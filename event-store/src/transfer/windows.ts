import { prepareAppend } from '../engine/preparedAppend.ts';
import type { EventLog, ExpectedRevision, NewEvent, StoredEvent } from '../port.ts';
import type { EventCursor } from './eventCursor.ts';

/** Consecutive events of one stream, to be appended together. */
export interface Run {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  /** Length of their JSON. */
  readonly size: number;
}

/** How many appends may be under way at once, and of how much JSON. */
export interface WindowLimits {
  readonly appends: number;
  readonly size: number;
}

/** What one append may hold: EventStoreDB refuses more than 1 MiB, unless told otherwise. */
const mostEvents = 200;
const mostSize = 256 * 1024;

/**
 * Appends that are issued in one go to the PostgreSQL engine go into one flush, which is one transaction, and their
 * positions are in the order in which they were issued (`groupCommit.ts`: one queue, one batch under way, judged in
 * their order), provided that they fit: up to 500 appends and 4 MiB. So a window is written whole and in order, or not
 * at all. On EventStoreDB the order of two streams is only sure when one append is confirmed before the next is sent.
 */
export function windowLimitsOf({ engine }: EventLog): WindowLimits {
  return engine === 'eventstoredb' ? { appends: 1, size: 0 } : { appends: 400, size: 2 * 1024 * 1024 };
}

/**
 * The next appends, which may be issued together; none at the end.
 * @throws TypeError when an event could not be stored by any engine, such as one with an endless stream name
 */
export async function nextWindow(cursor: EventCursor, limits: WindowLimits): Promise<readonly Run[]> {
  const window: Run[] = [];
  for (let size = 0; window.length < limits.appends && (window.length === 0 || size < limits.size); ) {
    const run = await nextRun(cursor);
    if (run === null) break;
    window.push(run);
    size += run.size;
  }
  return window;
}

async function nextRun(cursor: EventCursor): Promise<Run | null> {
  const first = await cursor.event();
  if (first === undefined) return null;
  const expected = first.revision === 0 ? 'no-stream' : first.revision - 1;
  const events: NewEvent[] = [];
  let size = 0;
  for (let event: StoredEvent | undefined = first; event !== undefined; event = await cursor.event()) {
    const follows = event.stream === first.stream && event.revision === first.revision + events.length;
    // Checked before anything of the window is sent: a refusal in its middle would leave a gap in the order.
    const weight = follows ? prepareAppend(event.stream, expected, [event]).size : 0;
    const full = events.length > 0 && (events.length === mostEvents || size + weight > mostSize);
    if (!follows || full) break;
    events.push(event);
    size += weight;
    cursor.move();
  }
  return { stream: first.stream, expected, events, size };
}
