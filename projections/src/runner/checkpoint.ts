import type { Connections } from '../storage/connections.ts';
import type { Transaction } from '../storage/table.ts';
import { heldUntil, type Lease } from './lease.ts';
import type { ProductRecord, ReadModel } from './model.ts';

/** How far a slot is. */
export interface Checkpoint {
  readonly position: bigint;
  readonly version: number;
  /** Position of the event that stopped it. */
  readonly poison: { readonly position: bigint; readonly type: string } | null;
}

interface CheckpointRow {
  position: string;
  version: number;
  poison_position: string | null;
  poison_type: string | null;
}

/** The checkpoints of several slots; those that don't exist are left out. */
export async function readCheckpoints(
  connections: Connections,
  slots: readonly string[],
): Promise<Map<string, Checkpoint>> {
  const rows = await connections.query<CheckpointRow & { model: string }>(
    `select model, position, version, poison_position, poison_type
     from projections.checkpoints where model = any($1)`,
    [slots],
  );
  return new Map(rows.map((row) => [row.model, checkpointOf(row)]));
}

function checkpointOf(row: CheckpointRow): Checkpoint {
  const { position, version, poison_position, poison_type } = row;
  const poison =
    poison_position === null ? null : { position: BigInt(poison_position), type: poison_type ?? '' };
  return { position: BigInt(position), version, poison };
}

/** A step of a slot from one position to the next, to be made by the holder of its lease alone. */
export interface Step {
  readonly model: ReadModel;
  readonly lease: Lease;
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * The fence before every write, which is the write of the checkpoint as well: it succeeds only for the holder of
 * the lease, at the position and version that the holder believes. It locks the lease's row until the transaction
 * ends, so nobody can take over in the middle, and renews it.
 */
export async function moveCheckpoint(tx: Transaction, { model, lease, from, to }: Step): Promise<boolean> {
  const moved = await tx.query(
    `with held as (
       update projections.leases set expires_at = ${heldUntil} where model = $1 and epoch = $2 returning model
     )
     update projections.checkpoints c
     set position = $3, updated_at = clock_timestamp(), poison_position = null, poison_type = null
     from held where c.model = held.model and c.position = $4 and c.version = $5
     returning c.model`,
    [lease.slot, lease.epoch, String(to), String(from), model.version],
  );
  return moved.rows.length > 0;
}

/**
 * Folds a run of events and moves the checkpoint over it, both or neither.
 * @returns false, with nothing written, when the step isn't this holder's to make (any more)
 */
export function takeStep(
  connections: Connections,
  step: Step,
  events: readonly ProductRecord[],
): Promise<boolean> {
  return connections.transaction(step.lease.slot, async (tx) => {
    if (!(await moveCheckpoint(tx, step))) return false;
    if (events.length > 0) await step.model.apply(tx, events);
    return true;
  });
}

/** Why a step was refused; `already made`: it is written, by an earlier try whose answer got lost. */
export async function whyRefused(
  connections: Connections,
  { model, lease, to }: Step,
): Promise<'already made' | 'lease lost' | 'slot changed'> {
  const found = await connections.query<{ made: boolean }>(
    `select c.position = $3 and c.version = $4 as made
     from projections.leases l join projections.checkpoints c on c.model = l.model
     where l.model = $1 and l.epoch = $2`,
    [lease.slot, lease.epoch, String(to), model.version],
  );
  if (found[0] === undefined) return 'lease lost';
  return found[0].made ? 'already made' : 'slot changed';
}

/** Writes down which event stopped a slot, for other processes to see. */
export async function recordPoison(
  connections: Connections,
  { slot, epoch }: Lease,
  poison: { readonly position: bigint; readonly type: string },
): Promise<void> {
  await connections.query(
    `update projections.checkpoints c set poison_position = $3, poison_type = $4, updated_at = clock_timestamp()
     from projections.leases l where c.model = $1 and l.model = $1 and l.epoch = $2`,
    [slot, epoch, String(poison.position), poison.type],
  );
}
