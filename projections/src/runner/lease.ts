import type { Connections } from '../storage/connections.ts';

/** How long a lease holds without renewal, in milliseconds by the database's clock. */
export const leaseMs = 1_200;
/** How often its holder renews it: a few missed ones must not lose it. */
const renewEveryMs = 300;
/** How often a standby asks for it: `leaseMs` and this are the time until it takes over from a dead holder. */
export const askEveryMs = 150;

/** The right to write a slot, until it is given back or somebody else has it (docs/decisions/projections-lease.md). */
export interface Lease {
  readonly slot: string;
  /** Grows with every change of hands; every write is bound to it. */
  readonly epoch: string;
}

/** SQL of the moment until which a lease given or renewed now holds. */
export const heldUntil = `clock_timestamp() + interval '${leaseMs} milliseconds'`;

/**
 * Takes the lease if nobody holds it. A row that is locked is being renewed by its holder's own transaction, so
 * it isn't waited for.
 * @returns null when somebody else has it
 */
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
     update projections.leases l set epoch = l.epoch + 1, holder = $2, expires_at = ${heldUntil}
     from free where l.model = free.model
     returning l.epoch`,
    [slot, holder],
  );
  return taken[0] === undefined ? null : { slot, epoch: taken[0].epoch };
}

/** Holds the lease for longer. @returns false when it is somebody else's by now */
export async function renewLease(connections: Connections, { slot, epoch }: Lease): Promise<boolean> {
  const renewed = await connections.query(
    `update projections.leases set expires_at = ${heldUntil} where model = $1 and epoch = $2 returning model`,
    [slot, epoch],
  );
  return renewed.length > 0;
}

/** Gives the lease back, so that a standby needn't wait for it to run out. */
export async function releaseLease(connections: Connections, { slot, epoch }: Lease): Promise<void> {
  await connections.query(
    `update projections.leases set expires_at = clock_timestamp(), holder = null where model = $1 and epoch = $2`,
    [slot, epoch],
  );
}

/**
 * Renews the lease until the function that it returns is called, which resolves when no renewal is on its way any more:
 * one that came after the lease was given back would keep it from everybody. While the database is away it simply
 * tries on: whether the lease is still held shows at the next write.
 * @param onLost called when it is somebody else's by now
 */
export function keepLease(connections: Connections, lease: Lease, onLost: () => void): () => Promise<void> {
  let asking: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    try {
      if (!(await renewLease(connections, lease))) onLost();
    } catch {
      // Tried again at the next turn.
    } finally {
      asking = null;
    }
  };
  const timer = setInterval(() => {
    // A renewal waits for the holder's own transaction, which renews as well; one that waits is enough.
    asking ??= renew();
  }, renewEveryMs);
  return async () => {
    clearInterval(timer);
    await asking;
  };
}
