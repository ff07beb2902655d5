import { backoffMs, pause } from '@pmcw/resilience';
import { moveCheckpoint } from '../runner/checkpoint.ts';
import { isPassing, retryMs } from '../runner/failures.ts';
import type { Lease } from '../runner/lease.ts';
import type { ProductRecord, ReadModel } from '../runner/model.ts';
import type { RunnerContext } from '../runner/options.ts';
import type { Transaction } from '../storage/table.ts';

export interface Swap {
  readonly context: RunnerContext;
  readonly model: ReadModel;
  readonly lease: Lease;
  readonly position: bigint;
  readonly signal: AbortSignal;
}

const mostTries = 100;

/** Retries while readers are in the way. @throws DatabaseAwayError after a few minutes */
export async function swapInTheEnd(swap: Swap): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await swapOnce(swap);
      return;
    } catch (error) {
      if (!isPassing(error) || tries === mostTries || swap.signal.aborted) throw error;
      await pause(backoffMs(tries, retryMs), swap.signal);
    }
  }
}

function swapOnce(swap: Swap): Promise<void> {
  const { model, lease, context } = swap;
  return context.connections.transaction(lease.slot, async (tx) => {
    // Readers queue behind the requested lock; shorter than the deadlock timeout, so that readers never lose.
    await tx.query("set local lock_timeout = '200ms'");
    // Every transaction of the live writer starts with this row, so it is blocked from here on; it may also follow an
    // old log.
    await tx.query(
      `update projections.leases set epoch = epoch + 1, holder = null, expires_at = clock_timestamp()
       where model = $1`,
      [model.name],
    );
    await catchUp(tx, swap);
    await lockOldTables(tx, model.name);
    await tx.query(`alter schema ${model.name} rename to ${model.name}_old`);
    await tx.query(`alter schema ${lease.slot} rename to ${model.name}`);
    await tx.query(`drop schema ${model.name}_old cascade`);
    await tx.query('delete from projections.checkpoints where model = $1', [model.name]);
    await tx.query('update projections.checkpoints set model = $2, filled = true where model = $1', [
      lease.slot,
      model.name,
    ]);
  });
}

/**
 * Folds events that only the live tables have, so that answers never go back in time; impossible if their positions are
 * of another engine's log.
 */
async function catchUp(tx: Transaction, { context, model, lease, position }: Swap): Promise<void> {
  const { engine } = context.eventStore;
  const moveTo = async (from: bigint, to: bigint, last?: ProductRecord): Promise<void> => {
    if (!(await moveCheckpoint(tx, { model, engine, lease, from, to }, last)))
      throw new Error('The lease of the rebuild is lost');
  };
  await moveTo(position, position);
  const live = await tx.query<{ position: string }>(
    'select position from projections.checkpoints where model = $1 and engine = $2',
    [model.name, engine],
  );
  const goal = BigInt(live.rows[0]?.position ?? 0);
  let reached = position;
  for (let atHead = false; reached < goal && !atHead; ) {
    const batch = await context.eventStore.readAll(reached, { types: model.types });
    await moveTo(reached, batch.position, batch.events.at(-1));
    if (batch.events.length > 0) await model.apply(tx, batch.events);
    reached = batch.position;
    atHead = batch.live;
  }
}

/**
 * Waits for statements on the old tables and blocks new ones until the commit, so that no statement sees both
 * generations.
 */
async function lockOldTables(tx: Transaction, schema: string): Promise<void> {
  const tables = await tx.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = $1 order by tablename',
    [schema],
  );
  const names = tables.rows.map(({ tablename }) => `${schema}.${tablename}`);
  if (names.length > 0) await tx.query(`lock table ${names.join(', ')} in access exclusive mode`);
}
