import type { Subscription } from '../port.ts';

export class Subscriptions {
  readonly #running = new Set<Subscription>();

  add(subscription: Subscription): Subscription {
    const forget = () => this.#running.delete(subscription);
    this.#running.add(subscription);
    subscription.done.then(forget, forget);
    return subscription;
  }

  /** Resolves when no handler will be called again. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((subscription) => subscription.stop()));
  }
}
