import type { EventTypes, RecordedEvent } from './eventTypes.ts';
import type { EventStore } from './store.ts';

const page = 100;

/** For searches among a stream's last events. */
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
