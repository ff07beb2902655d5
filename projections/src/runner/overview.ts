import type { Registry } from 'prom-client';
import { createMetrics } from './metrics.ts';
import type { ReadModel } from './model.ts';
import type { FollowerListener, ModelState } from './modelState.ts';
import type { RunnerContext } from './options.ts';
import { readPrepared } from './prepared.ts';
import { isStopped, type ModelStatus, readStatus } from './status.ts';

/** Reads status and progress from the database, and completes them with what followers report, perhaps by messages. */
export class Overview implements FollowerListener {
  readonly #context: RunnerContext;
  readonly #models: readonly ReadModel[];
  readonly #reported = new Map<string, { readonly state: ModelState; readonly error: string | null }>();
  readonly #metrics: Pick<FollowerListener, 'written'> | null;

  constructor(context: RunnerContext, models: readonly ReadModel[], registry: Registry | undefined) {
    this.#context = context;
    this.#models = models;
    this.#metrics = registry === undefined ? null : createMetrics(registry, () => this.status());
  }

  written(model: string, events: number, seconds: number): void {
    this.#metrics?.written(model, events, seconds);
  }

  became(model: string, state: ModelState, error: string | null): void {
    this.#reported.set(model, { state, error });
  }

  /** A follower knows best why its model isn't running, unless another process runs or stopped it. */
  async status(): Promise<ModelStatus[]> {
    const { connections, eventStore } = this.#context;
    const log = { engine: eventStore.engine, head: await eventStore.head() };
    const known = await readStatus(connections, this.#models, log);
    return known.map((model) => {
      const reported = this.#reported.get(model.name);
      if (reported === undefined || model.state === 'running' || model.state === 'rebuilding') return model;
      const state = isStopped(model) ? model.state : reported.state;
      return { ...model, state, error: reported.error ?? model.error };
    });
  }

  async prepared(): Promise<number> {
    const { connections, eventStore } = this.#context;
    return readPrepared(connections, this.#models, await eventStore.head());
  }
}
