import type { EventLog } from '@pmcw/event-store';
import type { CheckResult } from '@pmcw/runtime';
import type { Projector } from './projector.ts';
import { isStopped } from './status.ts';

/** Positions behind the log's head beyond which a read model counts as catching up: events, or bytes on EventStoreDB. */
const nearHead = 10_000n;

/**
 * Readiness: the log answers and no model is stopped. A model that is catching up is at work, however long that takes, so it
 * fails no deployment; it is named in `catchingUp`.
 */
export function createProjectionsCheck(
  log: Pick<EventLog, 'head'>,
  projector: Pick<Projector, 'status'>,
): () => Promise<CheckResult> {
  return async () => {
    const [head, statuses] = await Promise.all([log.head(), projector.status()]);
    const models = statuses.map(({ name, state, position, lag }) => ({
      name,
      state,
      position: String(position),
      lag: String(lag),
    }));
    const catchingUp = statuses.filter(({ lag }) => lag > nearHead).map(({ name }) => name);
    return { ok: !statuses.some(isStopped), head: String(head), catchingUp, models };
  };
}
