import type { Connections } from '../storage/connections.ts';
import { moveCheckpoints, type Step } from './checkpoint.ts';

/** Followers of a process read the same event within this time; queries wait for checkpoints, so it is short. */
const gatherMs = 8;

interface Asked {
  readonly step: Step;
  readonly resolve: (moved: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Moves checkpoints over ignored events with one statement for all models of a process. */
export class Advancer {
  readonly #connections: Connections;
  #asked: Asked[] = [];

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** @returns false if nothing was written: take the step alone to know why, or to wait for a lock */
  advance(step: Step): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#asked.length === 0) setTimeout(() => void this.#move(), gatherMs);
      this.#asked.push({ step, resolve, reject });
    });
  }

  async #move(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    try {
      const moved = await moveCheckpoints(
        this.#connections,
        asked.map(({ step }) => step),
      );
      for (const { step, resolve } of asked) resolve(moved.has(step.lease.slot));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
