import type { StoredEvent } from '../port.ts';
import { type Disagreement, LogsDifferError } from './errors.ts';
import type { EventCursor } from './eventCursor.ts';

/** How a walk over events is watched and stopped. */
export interface Walk {
  readonly signal: AbortSignal;
  /** Called now and then with the number of events behind. */
  onProgress(events: number): void;
}

/** How many events a walk goes on for before it tells its progress and looks whether it is to stop. */
const stride = 500;

/**
 * Walks source and target in step until the target ends or the walk is stopped, and leaves the source at the first
 * event that the target lacks. Positions are not compared: each engine has its own.
 * @returns how many events the target has, all of which are the source's first
 * @throws LogsDifferError when the target is not a beginning of the source
 */
export async function walkInStep(source: EventCursor, target: EventCursor, walk: Walk): Promise<number> {
  for (let equal = 0; ; equal += 1) {
    if (equal % stride === 0) {
      walk.onProgress(equal);
      if (walk.signal.aborted) return equal;
    }
    const there = target.here ?? (await target.event());
    if (there === undefined) return equal;
    const here = source.here ?? (await source.event());
    if (here === undefined) throw new LogsDifferError('missing in the source', equal, null, there);
    const difference = differenceOf(here, there);
    if (difference !== null) throw new LogsDifferError(difference, equal, here, there);
    source.move();
    target.move();
  }
}

/**
 * Walks source and target in step to the end of both, or until stopped.
 * @returns how many events they have in common
 * @throws LogsDifferError at their first difference
 */
export async function expectEqual(source: EventCursor, target: EventCursor, walk: Walk): Promise<number> {
  const equal = await walkInStep(source, target, walk);
  if (walk.signal.aborted) return equal;
  const more = await source.event();
  if (more !== undefined) throw new LogsDifferError('missing in the target', equal, more, null);
  return equal;
}

function differenceOf(a: StoredEvent, b: StoredEvent): Disagreement | null {
  if (a.stream !== b.stream) return 'stream';
  if (a.revision !== b.revision) return 'revision';
  if (a.eventId !== b.eventId) return 'event id';
  if (a.type !== b.type) return 'type';
  // Engines keep the text that they were given, so equal data is equal text.
  if (JSON.stringify(a.data) !== JSON.stringify(b.data)) return 'data';
  if (JSON.stringify(a.metadata) !== JSON.stringify(b.metadata)) return 'metadata';
  return null;
}
