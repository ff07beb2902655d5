import type { Fold, ProductEvent } from '@pmcw/contracts/events';

/**
 * The rules of one kind of stream, without clock, I/O or randomness: what those would bring comes in with the
 * command (design "Command side"). What the stream comes to is its `Fold` in the contracts.
 */
export interface Decider<State, Command, E extends ProductEvent> extends Fold<State, E> {
  /** The events that a command leads to; none when everything is already as it asks. @throws ProblemError */
  decide(state: State, command: Command): readonly E[];
}
