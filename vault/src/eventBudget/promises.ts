/**
 * Exhausting `edits` must not block `safety`, which protects accounts and the site (ways to sign in, suspensions,
 * deletions).
 */
export type BudgetName = 'edits' | 'safety';

export interface EventBudget {
  /** @returns 0 on success; otherwise seconds to wait */
  spend(userId: number, budget: BudgetName, events: number): Promise<number>;
}
