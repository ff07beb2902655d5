import type { Fold, ProductEvent } from '@pmcw/contracts/events';
import type { BudgetName } from '@pmcw/vault';

/**
 * The rules of one kind of stream, without clock, I/O or randomness. The contracts have the `Fold`.
 */
export interface Decider<State, Command, E extends ProductEvent> extends Fold<State, E> {
  /** None if the state already is as requested. @throws ProblemError */
  decide(state: State, command: Command): readonly E[];
  budgetOf(command: Command): BudgetName;
}
