import type { EventLog } from '../port.ts';
import { appendInOrder } from './appendInOrder.ts';
import { type Walk, walkInStep } from './compare.ts';
import { EventCursor } from './eventCursor.ts';
import { type EventPages, LogPages } from './pages.ts';
import { nextWindow, windowLimitsOf } from './windows.ts';

/** What a copy came to. */
export interface Copied {
  /** Events that the target had already, from an earlier try. */
  readonly known: number;
  /** Events that were appended now. */
  readonly appended: number;
}

/**
 * Appends to a log what it lacks of a source: same events, ids, revisions and order, data untouched. The target must
 * be empty or hold a beginning of the source; nobody else may write to it. May be stopped and called again at any
 * time: it goes on from where the target is.
 * @throws LogsDifferError when the target holds something else, before anything is written
 * @throws TargetChangedError when somebody else writes to the target
 * @throws LogUnavailableError when a log is away for longer than some twenty seconds
 */
export async function copyEvents(source: EventPages, target: EventLog, walk: Walk): Promise<Copied> {
  const from = new EventCursor(source);
  const there = await LogPages.ofAll(target);
  const to = new EventCursor(there);
  const known = await walkInStep(from, to, walk);
  await to.stop();
  let appended = 0;
  const limits = windowLimitsOf(target);
  for (let reached = there.end; !walk.signal.aborted; ) {
    const window = await nextWindow(from, limits);
    if (window.length === 0) break;
    reached = await appendInOrder(target, window, reached);
    appended += window.reduce((sum, { events }) => sum + events.length, 0);
    walk.onProgress(known + appended);
  }
  await from.stop();
  return { known, appended };
}
