import type { Logger } from '@pmcw/resilience';
import { describe, framesOf, type PoisonEventError } from './failures.ts';

/**
 * `standby`: another process writes this model, or none can. `poisoned`: stopped by an event. `stranded`: the
 * checkpoint doesn't match the log; a rebuild or the right log restarts it.
 */
export type ModelState = 'running' | 'standby' | 'poisoned' | 'stranded' | 'rebuilding';

export interface FollowerListener {
  written(model: string, events: number, seconds: number): void;
  /** Also called when only the error differs. */
  became(model: string, state: ModelState, error: string | null): void;
}

/** State of one read model in this process, with the reason for it. Logs changes that concern operators. */
export class ReportedState {
  readonly #model: string;
  readonly #logger: Logger;
  readonly #listener: FollowerListener;
  #state: ModelState = 'standby';
  #error: string | null = null;
  #poisonedAt: bigint | null = null;

  constructor(model: string, logger: Logger, listener: FollowerListener) {
    this.#model = model;
    this.#logger = logger;
    this.#listener = listener;
  }

  get error(): string | null {
    return this.#error;
  }

  /** Position of the event that stopped the model in this process; null if none has. */
  get poisonedAt(): bigint | null {
    return this.#poisonedAt;
  }

  become(state: ModelState, error: string | null): void {
    if (this.#state !== state && state === 'running')
      this.#logger.info({ model: this.#model }, 'read model running');
    const isNew = this.#state !== state || this.#error !== error;
    this.#state = state;
    this.#error = error;
    if (isNew) this.#listener.became(this.#model, state, error);
  }

  poisoned(error: PoisonEventError): void {
    this.become('poisoned', error.message);
    const { position, type, cause } = error;
    this.#poisonedAt = position;
    const fields = { position: String(position), type, error: describe(cause), frames: framesOf(cause) };
    this.#logger.error(
      { model: this.#model, ...fields },
      'read model stopped by an event that it cannot fold',
    );
  }

  stranded(reason: string): void {
    if (this.#state !== 'stranded') {
      const message = `read model stopped: ${reason}. To continue: projections rebuild ${this.#model}`;
      this.#logger.error({ model: this.#model }, message);
    }
    this.become('stranded', reason);
  }
}
