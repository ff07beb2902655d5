import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import type { AppendResult, EventStore, EventToAppend, RecordedEvent } from '@pmcw/event-store';
import type { Decider } from './decider.ts';

/** What a stream has led to, up to a revision. */
export interface Loaded<State> {
  readonly state: State;
  /** Revision of the last event; null when there is none. */
  readonly revision: number | null;
  /** Position of the last event; 0 when there is none. */
  readonly position: bigint;
}

/** A read under way; `overtaken` when an event of its stream arrived meanwhile. */
interface Reading {
  readonly stream: string;
  overtaken: boolean;
}

/**
 * The states of one kind of stream, folded from the log. The latest used are kept in memory (`entries` of them),
 * so that a long stream is read whole only once. What is kept is never taken on trust: `load` reads on from it.
 */
export class StreamStates<State, Command, E extends ProductEvent> {
  readonly decider: Decider<State, Command, E>;
  readonly #store: EventStore<ProductEvents>;
  readonly #entries: number;
  readonly #kept = new Map<string, Loaded<State>>();
  readonly #readings = new Set<Reading>();

  constructor(store: EventStore<ProductEvents>, decider: Decider<State, Command, E>, entries: number) {
    this.decider = decider;
    this.#store = store;
    this.#entries = entries;
  }

  /** The state as of now. */
  async load(stream: string): Promise<Loaded<State>> {
    const reading: Reading = { stream, overtaken: false };
    this.#readings.add(reading);
    try {
      let loaded = this.kept(stream) ?? this.#empty();
      for await (const event of this.#store.readStream(stream, (loaded.revision ?? -1) + 1)) {
        loaded = this.#after(loaded, event);
      }
      if (!reading.overtaken) this.#keep(stream, loaded);
      return loaded;
    } finally {
      this.#readings.delete(reading);
    }
  }

  /** The state as last seen, without asking the log; undefined when it is not in memory. */
  kept(stream: string): Loaded<State> | undefined {
    const loaded = this.#kept.get(stream);
    if (loaded === undefined) return undefined;
    this.#kept.delete(stream);
    this.#kept.set(stream, loaded);
    return loaded;
  }

  /** Folds in what was just appended on top of a loaded state. */
  appended(
    stream: string,
    loaded: Loaded<State>,
    events: readonly EventToAppend<ProductEvents>[],
    { revision, position }: AppendResult,
  ): Loaded<State> {
    const state = events.reduce((before, event) => this.#evolve(before, event), loaded.state);
    const next = { state, revision, position };
    this.#keep(stream, next);
    return next;
  }

  /** Folds in an event that arrived by subscription; a state with a gap before it is forgotten. */
  arrived(event: RecordedEvent<ProductEvents>): void {
    for (const reading of this.#readings) if (reading.stream === event.stream) reading.overtaken = true;
    const loaded = this.#kept.get(event.stream);
    if (loaded === undefined || event.revision <= (loaded.revision ?? -1)) return;
    if (event.revision === (loaded.revision ?? -1) + 1) {
      this.#kept.set(event.stream, this.#after(loaded, event));
    } else {
      this.#kept.delete(event.stream);
    }
  }

  /** Forgets everything that is kept. */
  clear(): void {
    for (const reading of this.#readings) reading.overtaken = true;
    this.#kept.clear();
  }

  #empty(): Loaded<State> {
    return { state: this.decider.initialState, revision: null, position: 0n };
  }

  #evolve(state: State, event: EventToAppend<ProductEvents>): State {
    return this.decider.owns(event) ? this.decider.evolve(state, event) : state;
  }

  #after(loaded: Loaded<State>, event: RecordedEvent<ProductEvents>): Loaded<State> {
    const { revision, position } = event;
    return { state: this.#evolve(loaded.state, event), revision, position };
  }

  /** Keeps a state unless a newer one is there; the one used longest ago makes room. */
  #keep(stream: string, loaded: Loaded<State>): void {
    const older = this.#kept.get(stream);
    this.#kept.delete(stream);
    // A stream that does not exist is not worth room: anybody can ask for any number of those.
    const newest = (older?.revision ?? -1) > (loaded.revision ?? -1) ? older : loaded;
    if (newest === undefined || newest.revision === null) return;
    this.#kept.set(stream, newest);
    if (this.#kept.size <= this.#entries) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }
}
