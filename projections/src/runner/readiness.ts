import type { ProductEvents } from '@pmcw/contracts/events';
import type { EngineName, EventStore } from '@pmcw/event-store';
import type { CheckResult } from '@pmcw/runtime';
import type { Projector } from './projector.ts';
import { isStopped } from './status.ts';

/**
 * How far a read model may be behind while it still counts as near the head. Positions are counted events on two
 * engines and bytes on EventStoreDB, where an event with its metadata takes about a kilobyte.
 */
const nearHead: Readonly<Record<EngineName, bigint>> = {
  memory: 10_000n,
  postgres: 10_000n,
  eventstoredb: 10_000n * 1024n,
};

/** Readiness: the log answers, no model is stopped, and all are near the log's head. */
export async function projectionsCheck(
  eventStore: Pick<EventStore<ProductEvents>, 'engine' | 'head'>,
  projector: Pick<Projector, 'status'>,
): Promise<CheckResult> {
  const [head, statuses] = await Promise.all([eventStore.head(), projector.status()]);
  const most = nearHead[eventStore.engine];
  const ok = statuses.every((status) => !isStopped(status) && status.lag <= most);
  const models = statuses.map(({ name, state, position, lag }) => ({
    name,
    state,
    position: String(position),
    lag: String(lag),
  }));
  return { ok, head: String(head), models };
}
