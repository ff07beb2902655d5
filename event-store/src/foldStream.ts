import type { EventTypes, RecordedEvent } from './eventTypes.ts';
import type { EventStore } from './store.ts';

/** A state that a stream had come to after an event of it. */
export interface Snapshot<State> {
  readonly state: State;
  readonly revision: number;
  readonly eventId: string;
}

/** What a stream has led to, up to a revision. */
export interface Folded<State> {
  readonly state: State;
  /** Revision of the last event; null when there is none. */
  readonly revision: number | null;
  /** Position of the last event; 0 when there is none. */
  readonly position: bigint;
  /** Of the last event that was read; undefined when none was. */
  readonly eventId: string | undefined;
}

/** How a stream is folded. */
export interface StreamFold<T extends EventTypes, State> {
  readonly initialState: State;
  evolve(state: State, event: RecordedEvent<T>): State;
  /** A state from which a long stream can be read on; null where there is none. Not asked for short streams. */
  findSnapshot?(): Promise<Snapshot<State> | null>;
}

/** A stream of at least so many events is long: about as many are read in one go. States are stored as often. */
export const snapshotEvery = 500;

/**
 * Folds a stream; a long one from its snapshot, so that the work is the same however long it is. A snapshot is not taken on
 * trust: the event after which it was taken has to be there.
 */
export async function foldStream<T extends EventTypes, State>(
  store: Pick<EventStore<T>, 'readStream'>,
  stream: string,
  fold: StreamFold<T, State>,
): Promise<Folded<State>> {
  let folded: Folded<State> = { state: fold.initialState, revision: null, position: 0n, eventId: undefined };
  for await (const event of store.readStream(stream)) {
    folded = after(fold, folded, event);
    if (event.revision + 1 === snapshotEvery)
      return foldOn(store, stream, fold, (await verifiedSnapshot(store, stream, fold)) ?? folded);
  }
  return folded;
}

/** Folds what came after. */
export async function foldOn<T extends EventTypes, State>(
  store: Pick<EventStore<T>, 'readStream'>,
  stream: string,
  fold: Pick<StreamFold<T, State>, 'evolve'>,
  from: Folded<State>,
): Promise<Folded<State>> {
  let folded = from;
  for await (const event of store.readStream(stream, (from.revision ?? -1) + 1))
    folded = after(fold, folded, event);
  return folded;
}

/** Null when there is no snapshot, or it is of another stream, in a log that was restored or replaced since. */
async function verifiedSnapshot<T extends EventTypes, State>(
  store: Pick<EventStore<T>, 'readStream'>,
  stream: string,
  fold: StreamFold<T, State>,
): Promise<Folded<State> | null> {
  const snapshot = await fold.findSnapshot?.();
  if (snapshot == null) return null;
  const { state, revision, eventId } = snapshot;
  for await (const event of store.readStream(stream, revision))
    return event.eventId === eventId ? { state, revision, position: event.position, eventId } : null;
  return null;
}

function after<T extends EventTypes, State>(
  { evolve }: Pick<StreamFold<T, State>, 'evolve'>,
  { state }: Folded<State>,
  event: RecordedEvent<T>,
): Folded<State> {
  const { revision, position, eventId } = event;
  return { state: evolve(state, event), revision, position, eventId };
}
