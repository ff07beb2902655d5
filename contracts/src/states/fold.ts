import type { z } from 'zod';
import type { EventOfType, EventType, ProductEvent } from '../events/registry.ts';

export type Timed<E> = E & {
  readonly eventId: string;
  readonly position: bigint;
  readonly metadata: {
    readonly time: string;
    readonly actorId: number | null;
    /** The command or event that caused it. */
    readonly causationId: string;
    readonly undoes?: string | undefined;
  };
};

/** For deciders and for past states. */
export interface Fold<State, E extends { readonly type: EventType }> {
  readonly initialState: State;
  readonly types: readonly E['type'][];
  /** Never throws: events in the log have happened. */
  evolve(state: State, event: Timed<E>): State;
  owns<T extends ProductEvent>(event: T): event is T & E;
}

/** A function for each type of event; the compiler refuses a missing or superfluous one. */
export type Cases<State, T extends EventType> = {
  readonly [K in T]: (state: State, event: Timed<EventOfType<K>>) => State;
};

export const typesOf = <T extends string>(cases: { readonly [K in T]: unknown }): readonly T[] =>
  Object.keys(cases).filter((type): type is T => type in cases);

export const evolveBy =
  <State, T extends EventType>(cases: Cases<State, T>) =>
  (state: State, event: Timed<EventOfType<T>>): State =>
    cases[event.type](state, event);

export const foldOf = <State, T extends EventType>(
  initialState: State,
  cases: Cases<State, T>,
): Fold<State, EventOfType<T>> => ({
  initialState,
  types: typesOf(cases),
  evolve: evolveBy(cases),
  owns: <E extends ProductEvent>(event: E): event is E & EventOfType<T> => Object.hasOwn(cases, event.type),
});

/** For long streams. */
export interface SnapshotFold<State, E extends ProductEvent> extends Fold<State, E> {
  readonly snapshot: {
    /** Must change when the fold gives another state for the same events (checked by `snapshots.unit.spec.ts`). */
    readonly name: string;
    readonly schema: z.ZodType<State>;
  };
}
