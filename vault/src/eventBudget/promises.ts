/**
 * Exhausting `edits` must not block `safety`, which protects accounts (ways to sign in, deletions), nor `moderation`,
 * the actions of administrators on other members.
 */
export type BudgetName = 'edits' | 'safety' | 'moderation';

export interface EventBudget {
  /** @returns 0 on success; otherwise seconds to wait */
  spend(userId: number, budget: BudgetName, events: number): Promise<number>;
}
