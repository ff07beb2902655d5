import type { Fold, ProductEvent } from '@pmcw/contracts/events';
import type { BudgetName } from '@pmcw/vault';

/**
 * The rules of one kind of stream, without clock, I/O or randomness: what those would bring comes in with the
 * command (design "Command side"). What the stream comes to is its `Fold` in the contracts.
 */
export interface Decider<State, Command, E extends ProductEvent> extends Fold<State, E> {
  /** The events that a command leads to; none when everything is already as it asks. @throws ProblemError */
  decide(state: State, command: Command): readonly E[];
  /** From which budget of the member who gives the command its events are taken. */
  budgetOf(command: Command): BudgetName;
}
