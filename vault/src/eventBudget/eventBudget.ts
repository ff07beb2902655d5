import type pg from 'pg';
import type { BudgetName, EventBudget } from './promises.ts';

/** Lively use is some hundred events a day; administrators act on thousands of members at once. */
export const eventBudgets = {
  edits: { most: 600, perSecond: 0.1 },
  safety: { most: 600, perSecond: 0.1 },
  moderation: { most: 20_000, perSecond: 5 },
} as const satisfies Readonly<Record<BudgetName, object>>;

const longestRefill = Math.max(...Object.values(eventBudgets).map(({ most, perSecond }) => most / perSecond));

export interface KeptEventBudget extends EventBudget {
  sweep(): Promise<void>;
  forget(userId: number): Promise<void>;
}

const left = `least($2::float8, known.events_left + extract(epoch from clock_timestamp() - known.counted_at) * $3::float8)`;

export function createEventBudget(pool: pg.Pool): KeptEventBudget {
  async function secondsUntil(userId: number, budget: BudgetName, events: number): Promise<number> {
    const { most, perSecond } = eventBudgets[budget];
    const { rows } = await pool.query<{ seconds: number }>(
      `select ceil(($4::float8 - ${left}) / $3::float8)::int as seconds from vault.event_budgets known
          where user_id = $1 and budget = $5`,
      [userId, most, perSecond, events, budget],
    );
    return Math.max(1, rows[0]?.seconds ?? 1);
  }

  return {
    async spend(userId, budget, events) {
      const { most, perSecond } = eventBudgets[budget];
      const { rowCount } = await pool.query(
        `insert into vault.event_budgets as known (user_id, budget, events_left, counted_at)
         values ($1, $5, $2::float8 - $4::float8, clock_timestamp())
         on conflict (user_id, budget) do update set events_left = ${left} - $4::float8, counted_at = clock_timestamp()
           where ${left} >= $4::float8`,
        [userId, most, perSecond, events, budget],
      );
      return rowCount === 1 ? 0 : secondsUntil(userId, budget, events);
    },

    async sweep() {
      await pool.query(
        `delete from vault.event_budgets where counted_at < clock_timestamp() - make_interval(secs => $1)`,
        [longestRefill],
      );
    },

    async forget(userId) {
      await pool.query('delete from vault.event_budgets where user_id = $1', [userId]);
    },
  };
}
