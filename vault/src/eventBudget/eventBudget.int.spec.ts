import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';
import { eventBudgets } from './eventBudget.ts';

const { edits } = eventBudgets;

let db: TestDatabase;
let vaults: readonly Vault[];
beforeAll(async () => {
  db = await freshDatabase();
  const open = () => openVault({ connectionString: db.url, masterKey: new Uint8Array(32).fill(7) });
  vaults = await Promise.all([open(), open()]);
});
afterAll(async () => {
  for (const vault of vaults) await vault.close();
  await db.drop();
});

const spend = (n: number, userId: number, budget: keyof typeof eventBudgets, events: number) =>
  vaults[n % vaults.length]?.eventBudget.spend(userId, budget, events);

/** Advances the database’s clock. */
async function pass(seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await client.query(`update vault.event_budgets set counted_at = counted_at - make_interval(secs => $1)`, [
    seconds,
  ]);
  await client.end();
}

describe('the budget of a member', () => {
  it('is shared by all processes, also concurrently', async () => {
    const half = edits.most / 2;
    const answers = await Promise.all([0, 1, 2, 3].map((n) => spend(n, 7, 'edits', half)));
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(2);
    const wait = Math.max(...answers.map(Number));
    expect(wait).toBeLessThanOrEqual(half / edits.perSecond);
    expect(wait).toBeGreaterThan(half / edits.perSecond - 60);
  });

  it('does not affect other members’, or their own for protecting the account', async () => {
    expect(await spend(0, 8, 'edits', edits.most)).toBe(0);
    expect(await spend(1, 8, 'edits', 1)).toBeGreaterThan(0);
    expect(await spend(0, 9, 'edits', 1)).toBe(0);
    expect(await spend(1, 8, 'safety', 1)).toBe(0);
    expect(await spend(1, 8, 'moderation', edits.most + 1)).toBe(0);
  });

  it('refills with time, up to its maximum', async () => {
    await spend(0, 10, 'edits', edits.most);
    await pass(50);
    expect(await spend(1, 10, 'edits', 5)).toBe(0);
    expect(await spend(0, 10, 'edits', 1)).toBe(10);
    await pass(10 ** 7);
    expect(await spend(0, 10, 'edits', edits.most + 1)).toBeGreaterThan(0);
    expect(await spend(1, 10, 'edits', edits.most)).toBe(0);
  });
});
