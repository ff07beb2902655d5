import type { z } from 'zod';
import type { ProductEvent } from '../events/registry.ts';

export type Timed<E> = E & {
  readonly eventId: string;
  readonly metadata: {
    readonly time: string;
    readonly actorId: number | null;
    /** The command or event that caused it. */
    readonly causationId: string;
    /** Id of the event that it reverts. */
    readonly undoes?: string | undefined;
  };
};

/** Folds a stream's events into a state, for deciders and for past states. */
export interface Fold<State, E extends ProductEvent> {
  readonly initialState: State;
  /** Never throws: events in the log have happened. */
  evolve(state: State, event: Timed<E>): State;
  owns<T extends ProductEvent>(event: T): event is T & E;
}

/** A fold of long streams with a state that can be stored. */
export interface SnapshotFold<State, E extends ProductEvent> extends Fold<State, E> {
  readonly snapshot: {
    /**
     * Needs another name when the fold gives another state for the same events (checked by `snapshots.unit.spec.ts`).
     */
    readonly name: string;
    /** Encodes the state as JSON. */
    readonly schema: z.ZodType<State>;
  };
}
