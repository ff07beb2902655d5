import type { ProductEvent, ProductEvents, Timed } from '@pmcw/contracts/events';
import {
  type AppendResult,
  type EventStore,
  type EventToAppend,
  type Folded,
  foldOn,
  foldStream,
  type RecordedEvent,
  snapshotEvery,
} from '@pmcw/event-store';
import { LRUCache } from 'lru-cache';
import type { Decider } from '../deciders/decider.ts';
import type { StateSnapshots } from './stateSnapshots.ts';

export type Loaded<State> = Folded<State>;

/** `overtaken` if an event of the stream arrived since. */
interface Reading {
  readonly stream: string;
  overtaken: boolean;
}

export interface StreamStatesOptions<State> {
  /** Default: no state is cached. */
  readonly entries?: number;
  /** Absent for short streams. */
  readonly snapshots?: StateSnapshots<State>;
}

/** Cached states, and snapshots of long streams, so that no stream is read whole; `load` always reads on. */
export class StreamStates<State, Command, E extends ProductEvent> {
  readonly decider: Decider<State, Command, E>;
  readonly #eventStore: EventStore<ProductEvents>;
  readonly #snapshots: StateSnapshots<State> | undefined;
  readonly #kept: LRUCache<string, Loaded<State>> | undefined;
  readonly #readings = new Set<Reading>();

  constructor(
    eventStore: EventStore<ProductEvents>,
    decider: Decider<State, Command, E>,
    { entries, snapshots }: StreamStatesOptions<State> = {},
  ) {
    this.decider = decider;
    this.#eventStore = eventStore;
    // With `max` instead, it would take the room of all now.
    if (entries !== undefined) this.#kept = new LRUCache({ maxSize: entries, sizeCalculation: () => 1 });
    this.#snapshots = snapshots;
  }

  async load(stream: string): Promise<Loaded<State>> {
    const reading: Reading = { stream, overtaken: false };
    this.#readings.add(reading);
    try {
      const known = this.kept(stream);
      const loaded = await this.#read(stream, known);
      this.#storeSnapshot(stream, known, loaded);
      if (!reading.overtaken) this.#keep(stream, loaded);
      return loaded;
    } finally {
      this.#readings.delete(reading);
    }
  }

  /** From memory, without reading the log. */
  kept(stream: string): Loaded<State> | undefined {
    return this.#kept?.get(stream);
  }

  appended(
    stream: string,
    loaded: Loaded<State>,
    events: readonly EventToAppend<ProductEvents>[],
    { revision, position }: AppendResult,
  ): Loaded<State> {
    // Those of one append get the position of its last, the only one that is known.
    const state = events.reduce(
      (before, event) => this.#evolve(before, { ...event, position }),
      loaded.state,
    );
    const next = { state, revision, position, eventId: events.at(-1)?.eventId };
    this.#keep(stream, next);
    this.#storeSnapshot(stream, loaded, next);
    return next;
  }

  /** Drops a state with a gap before the event. */
  arrived(event: RecordedEvent<ProductEvents>): void {
    for (const reading of this.#readings) if (reading.stream === event.stream) reading.overtaken = true;
    const loaded = this.#kept?.peek(event.stream);
    if (loaded === undefined || event.revision <= (loaded.revision ?? -1)) return;
    if (event.revision === (loaded.revision ?? -1) + 1) {
      this.#kept?.set(event.stream, this.#after(loaded, event));
    } else {
      this.#kept?.delete(event.stream);
    }
  }

  clear(): void {
    for (const reading of this.#readings) reading.overtaken = true;
    this.#kept?.clear();
  }

  #read(stream: string, known: Loaded<State> | undefined): Promise<Loaded<State>> {
    const evolve = (state: State, event: RecordedEvent<ProductEvents>) => this.#evolve(state, event);
    if (known !== undefined) return foldOn(this.#eventStore, stream, { evolve }, known);
    return foldStream(this.#eventStore, stream, {
      initialState: this.decider.initialState,
      evolve,
      findSnapshot: async () => (await this.#snapshots?.find(stream)) ?? null,
    });
  }

  #storeSnapshot(stream: string, before: Loaded<State> | undefined, now: Loaded<State>): void {
    const { state, revision, eventId } = now;
    if (this.#snapshots === undefined || revision === null || eventId === undefined) return;
    const steps = (at: number | null | undefined) => Math.floor(((at ?? -1) + 1) / snapshotEvery);
    if (steps(revision) > steps(before?.revision)) this.#snapshots.put(stream, { state, revision, eventId });
  }

  #evolve(state: State, event: Timed<ProductEvent>): State {
    return this.decider.owns(event) ? this.decider.evolve(state, event) : state;
  }

  #after(loaded: Loaded<State>, event: RecordedEvent<ProductEvents>): Loaded<State> {
    const { revision, position, eventId } = event;
    return { state: this.#evolve(loaded.state, event), revision, position, eventId };
  }

  #keep(stream: string, loaded: Loaded<State>): void {
    const older = this.#kept?.get(stream);
    // Clients can request any number of missing streams.
    if (loaded.revision === null) return;
    if ((older?.revision ?? -1) <= loaded.revision) this.#kept?.set(stream, loaded);
  }
}
