import type { StoredEvent } from './port.ts';
import type { Sealer } from './sealer.ts';

/** Results for events that followers share: each one is computed once, while no key is destroyed. */
export class OncePerEvent<R> {
  readonly #sealer: Sealer;
  readonly #compute: (events: readonly StoredEvent[]) => Promise<readonly R[]>;
  #epoch: symbol | null = null;
  /** Each with its one result. */
  #known = new WeakMap<StoredEvent, Promise<readonly R[]>>();

  /** @param compute returns a result for each event, in order */
  constructor(sealer: Sealer, compute: (events: readonly StoredEvent[]) => Promise<readonly R[]>) {
    this.#sealer = sealer;
    this.#compute = compute;
  }

  async of(events: readonly StoredEvent[]): Promise<readonly R[]> {
    const epoch = this.#sealer.epoch();
    if (epoch === null || epoch !== this.#epoch) this.#known = new WeakMap();
    this.#epoch = epoch;
    const known = this.#known;
    const unknown = events.filter((event) => !known.has(event));
    if (unknown.length > 0) {
      const computing = this.#compute(unknown);
      for (const [n, event] of unknown.entries()) {
        known.set(
          event,
          computing.then((results) => results.slice(n, n + 1)),
        );
      }
      computing.catch(() => {
        for (const event of unknown) known.delete(event);
      });
    }
    return (await Promise.all(events.map((event) => known.get(event) ?? []))).flat();
  }
}
