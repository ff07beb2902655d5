import { singleFlight } from '@pmcw/resilience';
import { type Check, HeadTimes } from '@pmcw/runtime';
import { whyStale } from '../tables.ts';
import type { Projector } from './projector.ts';
import { isStopped } from './status.ts';

/** Positions are events, or bytes on EventStoreDB. */
const nearHead = 10_000n;

/**
 * `projections` passes if the log answers and no model is stopped; catching up may take long and must not fail a
 * deployment. `freshness` passes if each model has a living writer, in any process, and is not far behind.
 * @param pulse the head of the log, asked for now
 */
export function createProjectionsChecks(
  pulse: () => Promise<bigint>,
  projector: Pick<Projector, 'status'>,
): { readonly projections: Check; readonly freshness: Check } {
  const heads = new HeadTimes();
  const look = singleFlight(async () => {
    const [head, models] = await Promise.all([pulse(), projector.status()]);
    heads.note(head);
    return { head, models };
  });
  return {
    async projections() {
      const { head, models: found } = await look();
      const models = found.map(({ name, state, position, lag, writer }) => ({
        ...{ name, state, writer },
        position: String(position),
        lag: String(lag),
      }));
      const catchingUp = found.filter(({ lag }) => lag > nearHead).map(({ name }) => name);
      const stopped = found.filter(isStopped).map(({ name }) => name);
      const details = { head: String(head), catchingUp, models };
      if (stopped.length === 0) return { ok: true, ...details };
      return { ok: false, reason: `stopped: ${stopped.join(', ')}`, ...details };
    },
    async freshness() {
      const { models } = await look();
      const reason = whyStale(
        models.map((model) => ({ ...model, behindSeconds: heads.secondsBehind(model.position) })),
      );
      return reason === null ? { ok: true } : { ok: false, reason };
    },
  };
}
