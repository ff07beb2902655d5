import type { Connections } from '../storage/connections.ts';

/** By the database's clock. */
export const leaseMs = 1_800;
/** A standby takes over from a dead holder within `leaseMs` plus this. */
export const askEveryMs = 150;

/** The right to write a slot (docs/decisions/projections-lease.md). */
export interface Lease {
  readonly slot: string;
  /** Grows with every new holder; every write checks it. */
  readonly epoch: string;
}

export const heldUntil = `clock_timestamp() + interval '${leaseMs} milliseconds'`;

/**
 * Renews those of the leases `asked` (model, epoch) that are still held, for other parts of a statement. Skips those
 * with locked rows, because waiting for one would block the others.
 */
export const renewedOfAsked = `free as (
    select l.model from projections.leases l join asked a on a.model = l.model and a.epoch = l.epoch
    for update of l skip locked
  ),
  renewed as (
    update projections.leases l set expires_at = ${heldUntil} from free where l.model = free.model
    returning l.model
  )`;

/** Skips a locked row, because its holder is renewing it. @returns null if another process has it */
export async function acquireLease(
  connections: Connections,
  slot: string,
  holder: string,
): Promise<Lease | null> {
  const taken = await connections.query<{ epoch: string }>(
    `with free as (
       select model from projections.leases where model = $1 and expires_at < clock_timestamp()
       for update skip locked
     )
     update projections.leases l set epoch = l.epoch + 1, holder = $2, expires_at = ${heldUntil},
       taken_epoch = l.epoch + 1, taken_at = clock_timestamp()
     from free where l.model = free.model
     returning l.epoch`,
    [slot, holder],
  );
  return taken[0] === undefined ? null : { slot, epoch: taken[0].epoch };
}

/** Waits for a transaction that has locked the row. @returns false if another process has the lease */
export async function renewLease(connections: Connections, { slot, epoch }: Lease): Promise<boolean> {
  const renewed = await connections.query(
    `update projections.leases set expires_at = ${heldUntil} where model = $1 and epoch = $2 returning model`,
    [slot, epoch],
  );
  return renewed.length > 0;
}

export async function releaseLease(connections: Connections, { slot, epoch }: Lease): Promise<void> {
  await connections.query(
    `update projections.leases set expires_at = clock_timestamp(), holder = null where model = $1 and epoch = $2`,
    [slot, epoch],
  );
}
