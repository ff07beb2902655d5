import type { Connections } from '../storage/connections.ts';
import { type Lease, renewedOfAsked, renewLease } from './lease.ts';

/** A missed renewal must not lose the lease. */
const renewEveryMs = 750;
/** Leases renewed later are left for the next time. */
const recentMs = renewEveryMs / 4;

export interface KeptLease {
  /** A checkpoint written that many seconds ago has renewed the lease. */
  renewed(secondsAgo: number): void;
  /** Waits for a renewal in flight: a late one would block a returned lease. */
  leave(): Promise<void>;
}

interface Kept {
  readonly lease: Lease;
  readonly onLost: () => void;
  renewedAt: number;
  /** A transaction of this process, which has renewed the lease, may have locked it. */
  wasLocked: boolean;
  waiting: Promise<void> | null;
}

/**
 * Renews leases with one statement for all that no checkpoint has renewed recently. Ignores errors, because the next
 * write shows whether the lease is still held.
 */
export class LeaseKeeper {
  readonly #connections: Connections;
  readonly #kept = new Set<Kept>();
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | null = null;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  keep(lease: Lease, onLost: () => void): KeptLease {
    const kept: Kept = { lease, onLost, renewedAt: performance.now(), wasLocked: false, waiting: null };
    this.#kept.add(kept);
    this.#timer ??= setInterval(() => {
      this.#asking ??= this.#renew()
        .catch(() => undefined)
        .finally(() => {
          this.#asking = null;
        });
    }, renewEveryMs);
    return {
      renewed(secondsAgo) {
        kept.renewedAt = performance.now() - secondsAgo * 1_000;
      },
      leave: async () => {
        this.#kept.delete(kept);
        if (this.#kept.size === 0) {
          clearInterval(this.#timer);
          this.#timer = undefined;
        }
        await this.#asking;
        await kept.waiting;
      },
    };
  }

  async #renew(): Promise<void> {
    const now = performance.now();
    const due = [...this.#kept].filter(({ renewedAt }) => now - renewedAt > recentMs);
    if (due.length === 0) return;
    const notRenewed = await this.#connections.query<{ model: string; lost: boolean }>(
      `with asked as (
         select a.model, a.epoch from unnest($1::text[], $2::bigint[]) a(model, epoch)
       ),
       ${renewedOfAsked}
       select a.model, l.epoch is distinct from a.epoch as lost
       from asked a left join projections.leases l on l.model = a.model
       where a.model not in (select model from renewed)`,
      [due.map(({ lease }) => lease.slot), due.map(({ lease }) => lease.epoch)],
    );
    const lost = new Map(notRenewed.map((row) => [row.model, row.lost]));
    for (const kept of due) {
      const isLost = lost.get(kept.lease.slot);
      if (isLost === undefined) kept.renewedAt = now;
      else if (isLost) kept.onLost();
      else if (kept.wasLocked) kept.waiting ??= this.#waitAndRenew(kept);
      kept.wasLocked = isLost === false;
    }
  }

  /** Its own transaction has the row for so long that the lease may have ended when it commits. */
  async #waitAndRenew(kept: Kept): Promise<void> {
    try {
      if (!(await renewLease(this.#connections, kept.lease))) kept.onLost();
    } catch {
      // Retried at the next turn.
    } finally {
      kept.waiting = null;
    }
  }
}
