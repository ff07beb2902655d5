import type { EventTypes, RecordedEvent } from './eventTypes.ts';
import type { EventStore } from './store.ts';

export interface Snapshot<State> {
  readonly state: State;
  readonly revision: number;
  readonly eventId: string;
}

export interface Folded<State> {
  readonly state: State;
  readonly revision: number | null;
  readonly position: bigint;
  readonly eventId: string | undefined;
}

export interface StreamFold<T extends EventTypes, State> {
  readonly initialState: State;
  evolve(state: State, event: RecordedEvent<T>): State;
  /** Only called for long streams. */
  findSnapshot?(): Promise<Snapshot<State> | null>;
}

/** About a page; also the interval of snapshots. */
export const snapshotEvery = 500;

/** A snapshot counts only if the stream has its event. */
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

/** Null if it is of another log, e.g. before a restore. */
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
