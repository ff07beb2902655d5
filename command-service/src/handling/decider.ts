import type { ProductEvent } from '@pmcw/contracts/events';

/** An event with the moment at which it was decided, as the log keeps it. */
export type Timed<E> = E & { readonly metadata: { readonly time: string } };

/**
 * The rules of one kind of stream, without clock, I/O or randomness: what those would bring comes in with the
 * command (design "Command side").
 */
export interface Decider<State, Command, E extends ProductEvent> {
  /** The state of a stream without events. */
  readonly initialState: State;
  /** The events that a command leads to; none when everything is already as it asks. @throws ProblemError */
  decide(state: State, command: Command): readonly E[];
  /** The state after an event. Never throws: what is in the log has happened. */
  evolve(state: State, event: Timed<E>): State;
  /** Whether an event of the log belongs to this kind of stream. */
  owns<T extends ProductEvent>(event: T): event is T & E;
}
