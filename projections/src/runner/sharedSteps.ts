import type { Connections } from '../storage/connections.ts';
import { type SharedStep, takeSteps } from './checkpoint.ts';

/** Followers of a process read the same event within this time; queries wait for checkpoints, so it is short. */
const gatherMs = 8;

interface Asked {
  readonly step: SharedStep;
  readonly resolve: (taken: boolean) => void;
}

/**
 * Takes short steps of all models of a process in one transaction: those that fold something at once, with those over
 * ignored events that were asked for before or in the same turn of the event loop.
 */
export class SharedSteps {
  readonly #connections: Connections;
  #asked: Asked[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Never rejects. @returns false if nothing is known to be written: take the step alone, also to know why */
  take(step: SharedStep): Promise<boolean> {
    return new Promise((resolve) => {
      this.#asked.push({ step, resolve });
      if (step.events.length > 0) setImmediate(() => void this.#takeAll());
      else this.#timer ??= setTimeout(() => void this.#takeAll(), gatherMs);
    });
  }

  async #takeAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const asked = this.#asked.splice(0);
    if (asked.length === 0) return;
    try {
      const taken = await takeSteps(
        this.#connections,
        asked.map(({ step }) => step),
      );
      for (const { step, resolve } of asked) resolve(taken.has(step.lease.slot));
    } catch {
      // The event of one model, or a lock on its tables, must not stop the others.
      for (const { resolve } of asked) resolve(false);
    }
  }
}
