import type { EventTypes, RecordedEvent } from './eventTypes.ts';
import type { EventStore } from './store.ts';

/** Events that are read at once. */
const page = 100;

/** The events of a stream from a revision back to the first: what is looked for is mostly among the last. */
export async function* newestFirst<T extends EventTypes>(
  store: Pick<EventStore<T>, 'readStream'>,
  stream: string,
  lastRevision: number | null,
): AsyncIterable<RecordedEvent<T>> {
  for (let to = lastRevision ?? -1; to >= 0; to -= page) {
    const events: RecordedEvent<T>[] = [];
    for await (const event of store.readStream(stream, Math.max(0, to - page + 1))) {
      events.push(event);
      if (event.revision >= to) break;
    }
    yield* events.reverse();
  }
}
