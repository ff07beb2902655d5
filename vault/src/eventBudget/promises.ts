/**
 * The budgets of a member: one for what they edit and mark as read, one for what protects an account or the site (ways to
 * sign in, suspensions, deletions). Apart, so that someone who has used up the first can't keep them from the second.
 */
export type BudgetName = 'edits' | 'safety';

/**
 * How many events a member's commands may leave, counted by all processes together, by the database's clock: buckets that fill up again
 * with time.
 */
export interface EventBudget {
  /**
   * Takes from a member's bucket.
   * @returns 0 when there was enough, else the whole seconds until there is, and nothing is taken
   */
  spend(userId: number, budget: BudgetName, events: number): Promise<number>;
}
