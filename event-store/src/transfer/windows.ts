import { prepareAppend } from '../engine/preparedAppend.ts';
import type { EventLog, ExpectedRevision, NewEvent, StoredEvent } from '../port.ts';
import type { EventCursor } from './eventCursor.ts';

export interface Run {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  readonly size: number;
}

export interface WindowLimits {
  readonly appends: number;
  readonly size: number;
}

/** EventStoreDB's default maximum is 1 MiB. */
const mostEvents = 200;
const mostSize = 256 * 1024;

/**
 * PostgreSQL commits appends issued together in one flush, in their order (`groupCommit.ts`), up to 500 appends and 4
 * MiB; so a window is written in order or not at all. EventStoreDB guarantees the order of two streams only if each
 * append is confirmed before the next.
 */
export function windowLimitsOf({ engine }: EventLog): WindowLimits {
  return engine === 'eventstoredb' ? { appends: 1, size: 0 } : { appends: 400, size: 2 * 1024 * 1024 };
}

/** @throws TypeError for an event that no engine could store */
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
    // A refusal within the window would break the order.
    const weight = follows ? prepareAppend(event.stream, expected, [event]).size : 0;
    const full = events.length > 0 && (events.length === mostEvents || size + weight > mostSize);
    if (!follows || full) break;
    events.push(event);
    size += weight;
    cursor.move();
  }
  return { stream: first.stream, expected, events, size };
}
