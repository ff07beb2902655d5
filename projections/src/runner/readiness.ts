import type { Batch, EventLog, ReadFilter } from '@pmcw/event-store';
import type { CheckResult } from '@pmcw/runtime';
import type { Projector } from './projector.ts';
import { isStopped, type ModelStatus } from './status.ts';

/** How many events a read model may be behind while it still counts as near the head. */
const nearHead = 10_000;
/** Most events that are read at once to be counted. */
const page = 1_000;

/** The log; of its events only the number matters. */
interface Log extends Pick<EventLog, 'engine' | 'head'> {
  readAll(after: bigint, filter: ReadFilter, limit: number): Promise<Batch<unknown>>;
}

/**
 * Readiness: the log answers, no model is stopped, and all are near the log's head. The model that is furthest behind says
 * it for all; where positions have gaps, what it lacks is counted, to the limit and not beyond.
 * @param log as it is stored: what is only counted needs not be opened
 */
export function createProjectionsCheck(
  log: Log,
  projector: Pick<Projector, 'status'>,
): () => Promise<CheckResult> {
  const distance = new Distance(log);
  return async () => {
    const [head, statuses] = await Promise.all([log.head(), projector.status()]);
    const ok = !statuses.some(isStopped) && (await distance.isNear(furthest(statuses)));
    const models = statuses.map(({ name, state, position, lag }) => ({
      name,
      state,
      position: String(position),
      lag: String(lag),
    }));
    return { ok, head: String(head), models };
  };
}

type Behind = Pick<ModelStatus, 'position' | 'lag'>;

const furthest = (statuses: readonly Behind[]): Behind =>
  statuses.reduce((most, one) => (one.lag > most.lag ? one : most), { position: 0n, lag: 0n });

/** Tells whether a position is near the head. */
class Distance {
  readonly #log: Log;
  /** A position that was found to be too far behind: no earlier one is nearer, for a log only grows. */
  #far = -1n;
  /** Whoever asks while it is counted gets that answer: a log that is slow is not asked for more by each probe. */
  #counting: Promise<boolean> | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  isNear({ position, lag }: Behind): Promise<boolean> {
    // No engine has more events than positions, and all but this one have as many.
    if (lag <= nearHead) return Promise.resolve(true);
    if (this.#log.engine !== 'eventstoredb' || position <= this.#far) return Promise.resolve(false);
    this.#counting ??= this.#count(position).finally(() => {
      this.#counting = null;
    });
    return this.#counting;
  }

  async #count(after: bigint): Promise<boolean> {
    let count = 0;
    for (let position = after; count <= nearHead; ) {
      const batch = await this.#log.readAll(position, {}, Math.min(page, nearHead + 1 - count));
      count += batch.events.length;
      if (batch.live && count <= nearHead) return true;
      position = batch.position;
    }
    this.#far = after;
    return false;
  }
}
