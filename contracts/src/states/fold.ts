import type { z } from 'zod';
import type { ProductEvent } from '../events/registry.ts';

/** An event with its id, the moment at which it was decided and who did it, as the log keeps it. */
export type Timed<E> = E & {
  readonly eventId: string;
  readonly metadata: {
    readonly time: string;
    readonly actorId: number | null;
    /** The command, or the event, that led to it. */
    readonly causationId: string;
    /** Id of the event that this one takes back; missing when it takes none back. */
    readonly undoes?: string | undefined;
  };
};

/** What one kind of stream comes to: the one place where its events become a state, for deciding and for looking back. */
export interface Fold<State, E extends ProductEvent> {
  /** The state of a stream without events. */
  readonly initialState: State;
  /** The state after an event. Never throws: what is in the log has happened. */
  evolve(state: State, event: Timed<E>): State;
  /** Whether an event of the log belongs to this kind of stream. */
  owns<T extends ProductEvent>(event: T): event is T & E;
}

/** A fold of streams that may become long: its state can be stored, so that a stream need not be read from its beginning. */
export interface SnapshotFold<State, E extends ProductEvent> extends Fold<State, E> {
  readonly snapshot: {
    /**
     * Under what states are stored. A fold that comes to another state for the same events needs another name:
     * `snapshots.unit.spec.ts` says so.
     */
    readonly name: string;
    /** Between a state and its JSON. */
    readonly schema: z.ZodType<State>;
  };
}
