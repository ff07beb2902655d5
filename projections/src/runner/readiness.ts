import type { EventLog } from '@pmcw/event-store';
import type { CheckResult } from '@pmcw/runtime';
import type { Projector } from './projector.ts';
import { isStopped } from './status.ts';

/** Positions are events, or bytes on EventStoreDB. */
const nearHead = 10_000n;

/** Ready if the log answers and no model is stopped. Catching up may take long and must not fail a deployment. */
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
