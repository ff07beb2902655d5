import { realtimeTiming, type ServerFrame } from '@pmcw/contracts';
import type { Clock } from '../offline/clock.ts';
import { outcomeOf, type SendOutcome, statusOf } from '../offline/outbox/outcome.ts';

/** Messages sent on the socket that wait for an acknowledgement; the first proof counts. */
export class Acknowledgements {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, (outcome: SendOutcome | null) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Null after 5 seconds without an answer (design "PWA"). */
  of(id: string): Promise<SendOutcome | null> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(realtimeTiming.ackWithinMs, () => this.#settle(id, null));
      this.#waiting.set(id, (outcome) => {
        cancel();
        resolve(outcome);
      });
    });
  }

  /**
   * An acknowledgement, the pushed message or an error settles a message.
   * @returns whether one waited for it
   */
  note(frame: ServerFrame): boolean {
    switch (frame.type) {
      case 'ack':
      case 'new_message':
      case 'new_global_message':
        return this.#settle(frame.message.id, { kind: 'accepted', message: frame.message });
      case 'error': {
        const { id, code, detail, retryAfter } = frame;
        if (id === undefined) return false;
        return this.#settle(id, outcomeOf({ status: statusOf(code), code, detail, retryAfter }));
      }
      default:
        return false;
    }
  }

  giveUp(): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, null);
  }

  #settle(id: string, outcome: SendOutcome | null): boolean {
    const resolve = this.#waiting.get(id);
    resolve?.(outcome);
    return this.#waiting.delete(id);
  }
}
