import type { StoredEvent } from '../port.ts';
import { type Disagreement, LogsDifferError } from './errors.ts';
import type { EventCursor } from './eventCursor.ts';

export interface Walk {
  readonly signal: AbortSignal;
  onProgress(events: number): void;
}

const stride = 500;

/**
 * Stops at the target's end, leaving the source at the first event that the target lacks. Ignores positions.
 * @returns the number of equal events @throws LogsDifferError unless the target is the start of the source
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

/** @throws LogsDifferError at the first difference */
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
  // Engines store the exact text.
  if (JSON.stringify(a.data) !== JSON.stringify(b.data)) return 'data';
  if (JSON.stringify(a.metadata) !== JSON.stringify(b.metadata)) return 'metadata';
  return null;
}
