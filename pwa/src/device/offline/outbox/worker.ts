import { backoffMs } from './backoff.ts';
import type { Locks } from './lock.ts';
import { Term, type TermOptions } from './term.ts';

interface OutboxWorkerOptions extends TermOptions {
  readonly locks: Locks;
}

/**
 * Sends the outbox while it holds the owner's lock: one tab at a time. First in, first out per conversation;
 * conversations in parallel.
 */
export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  #waiting = new AbortController();
  #term: Term | null = null;
  #isStopped = false;
  /** Terms in a row that failed to start. */
  #failures = 0;
  #cancelPause: () => void = () => undefined;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#waiting = new AbortController();
    this.#request({ signal: this.#waiting.signal });
  }

  /**
   * Takes the lock from its holder, for a tab that becomes visible: the browser may have frozen a background tab that
   * holds it.
   */
  takeOver(): void {
    if (this.#isStopped || this.#term !== null) return;
    this.#cancelPause();
    this.#waiting.abort();
    this.#request({ steal: true });
  }

  /** An attempt in flight may still end, and is recorded. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelPause();
    this.#waiting.abort();
    this.#term?.end();
  }

  #request(options: { readonly steal?: boolean; readonly signal?: AbortSignal }): void {
    const { db, locks } = this.#options;
    let term: Term | null = null;
    let failures = 0;
    const whileHeld = async () => {
      if (this.#isStopped) return;
      term = new Term(this.#options);
      this.#term = term;
      await term.run(() => {
        this.#failures = 0;
      });
    };
    locks
      .request(`outbox-of-${db.name}`, options, whileHeld)
      .catch((error: unknown) => {
        // Another tab took the lock, or the wait was aborted.
        if (error instanceof DOMException && error.name === 'AbortError') return;
        failures = this.#failures + 1;
        this.#options.onError(error);
      })
      .finally(() => this.#lost(term, failures));
  }

  /** Waits for the next turn; after a failure, such as a closed database, only after a pause. */
  #lost(term: Term | null, failures: number): void {
    term?.end();
    if (term === null || this.#term !== term) return;
    this.#term = null;
    this.#failures = failures;
    if (this.#isStopped) return;
    const { clock } = this.#options;
    if (failures === 0) this.start();
    else this.#cancelPause = clock.after(backoffMs(failures, clock.random()), () => this.start());
  }
}
