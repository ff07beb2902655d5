import type { z } from 'zod';
import type { ProductEvent } from '../events/registry.ts';

export type Timed<E> = E & {
  readonly eventId: string;
  readonly metadata: {
    readonly time: string;
    readonly actorId: number | null;
    /** The command or event that caused it. */
    readonly causationId: string;
    readonly undoes?: string | undefined;
  };
};

/** For deciders and for past states. */
export interface Fold<State, E extends ProductEvent> {
  readonly initialState: State;
  /** Never throws: events in the log have happened. */
  evolve(state: State, event: Timed<E>): State;
  owns<T extends ProductEvent>(event: T): event is T & E;
}

/** For long streams. */
export interface SnapshotFold<State, E extends ProductEvent> extends Fold<State, E> {
  readonly snapshot: {
    /** Must change when the fold gives another state for the same events (checked by `snapshots.unit.spec.ts`). */
    readonly name: string;
    readonly schema: z.ZodType<State>;
  };
}
