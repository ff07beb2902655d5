import type { EventLog } from '../port.ts';
import { appendRuns } from './appendRuns.ts';
import { type Walk, walkInStep } from './compare.ts';
import { EventCursor } from './eventCursor.ts';
import { type EventPages, LogPages } from './pages.ts';
import { nextWindow, windowLimitsOf } from './windows.ts';

export interface Copied {
  readonly known: number;
  readonly appended: number;
}

/**
 * Same events, ids, revisions and order, with data untouched. The target must be empty or the start of the source. A
 * stopped copy can continue.
 * @throws LogsDifferError if the target has other events; nothing was written
 * @throws TargetChangedError if another process writes to the target
 * @throws LogUnavailableError if a log is down for some twenty seconds
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
    reached = await appendRuns(target, window, reached);
    appended += window.reduce((sum, { events }) => sum + events.length, 0);
    walk.onProgress(known + appended);
  }
  await from.stop();
  return { known, appended };
}
