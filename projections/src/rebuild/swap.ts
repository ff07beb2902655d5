import { moveCheckpoint } from '../runner/checkpoint.ts';
import { backoffMs, isPassing, pause } from '../runner/failures.ts';
import type { Lease } from '../runner/lease.ts';
import type { ProductRecord, ReadModel } from '../runner/model.ts';
import type { RunnerContext } from '../runner/options.ts';
import type { Transaction } from '../storage/table.ts';

export interface Swap {
  readonly context: RunnerContext;
  readonly model: ReadModel;
  readonly lease: Lease;
  readonly position: bigint;
  /** Aborted when the lease is lost, or the rebuild is stopped. */
  readonly signal: AbortSignal;
}

/** Each try fails if a reader holds the old tables for longer than the lock timeout. */
const mostTries = 100;

/**
 * Swaps the filled tables in; retries while readers are in the way.
 * @throws DatabaseAwayError when it is not possible within a few minutes
 */
export async function swapInTheEnd(swap: Swap): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await swapOnce(swap);
      return;
    } catch (error) {
      if (!isPassing(error) || tries === mostTries || swap.signal.aborted) throw error;
      await pause(backoffMs(tries), swap.signal);
    }
  }
}

function swapOnce(swap: Swap): Promise<void> {
  const { model, lease, context } = swap;
  return context.connections.transaction(lease.slot, async (tx) => {
    // Readers queue behind the requested lock; shorter than the deadlock timeout, so that readers never lose.
    await tx.query("set local lock_timeout = '200ms'");
    // Every transaction of the live writer starts with this row, so it is blocked from here on. It must also find out
    // without any event, because it may follow an old log.
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
    await tx.query('update projections.checkpoints set model = $2 where model = $1', [
      lease.slot,
      model.name,
    ]);
  });
}

/**
 * Folds what the live tables have and the filled ones lack, so that answers never go back in time. Positions of another
 * engine's log can't be compared, so that the filled state must do.
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
 * Waits for statements that read the old tables, and blocks new ones until the commit, after which they look the names
 * up again. So no statement sees both generations.
 */
async function lockOldTables(tx: Transaction, schema: string): Promise<void> {
  const tables = await tx.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = $1 order by tablename',
    [schema],
  );
  const names = tables.rows.map(({ tablename }) => `${schema}.${tablename}`);
  if (names.length > 0) await tx.query(`lock table ${names.join(', ')} in access exclusive mode`);
}
