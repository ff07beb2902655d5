interface Waiter {
  readonly position: bigint;
  readonly wake: () => void;
}

export class Head {
  #position = 0n;
  readonly #waiters = new Set<Waiter>();

  /** Ignores older positions. */
  advance(position: bigint): void {
    if (position <= this.#position) return;
    this.#position = position;
    for (const waiter of this.#waiters) if (waiter.position < position) waiter.wake();
  }

  /** Also resolves when aborted. */
  beyond(position: bigint, signal: AbortSignal): Promise<void> {
    if (this.#position > position || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const waiter: Waiter = { position, wake };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', wake);
    });
  }
}
