import { realtimeTiming, type ServerFrame, statusOfProblem } from '@pmcw/contracts';
import type { Clock } from '../offline/clock.ts';
import { outcomeOf, type SendOutcome } from '../offline/outbox/outcome.ts';

type Settle = (outcome: SendOutcome | null) => void;

/** Messages of one conversation, in the order of sending. */
interface Lane {
  readonly waiting: Map<string, Settle>;
  cancelDeadline: () => void;
}

/** Messages sent on the socket that wait for an acknowledgement; the first proof counts. */
export class Acknowledgements {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Null without an answer for 5 seconds, for this message and those behind it. The server handles the messages of a
   * conversation one after another, so each answer restarts the wait for the next.
   */
  of({ id, lane }: { readonly id: string; readonly lane: string }): Promise<SendOutcome | null> {
    return new Promise((resolve) => {
      const { waiting } = this.#lanes.get(lane) ?? this.#newLane(lane);
      waiting.set(id, resolve);
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
        return this.#settle(id, outcomeOf({ status: statusOfProblem(code), code, detail, retryAfter }));
      }
      default:
        return false;
    }
  }

  giveUp(): void {
    for (const name of [...this.#lanes.keys()]) this.#giveUpLane(name);
  }

  #settle(id: string, outcome: SendOutcome): boolean {
    for (const [name, lane] of this.#lanes) {
      const settle = lane.waiting.get(id);
      if (settle === undefined) continue;
      lane.waiting.delete(id);
      lane.cancelDeadline();
      if (lane.waiting.size === 0) this.#lanes.delete(name);
      else lane.cancelDeadline = this.#deadline(name);
      settle(outcome);
      return true;
    }
    return false;
  }

  #newLane(name: string): Lane {
    const lane = { waiting: new Map<string, Settle>(), cancelDeadline: this.#deadline(name) };
    this.#lanes.set(name, lane);
    return lane;
  }

  #deadline(name: string): () => void {
    return this.#clock.after(realtimeTiming.ackWithinMs, () => this.#giveUpLane(name));
  }

  #giveUpLane(name: string): void {
    const lane = this.#lanes.get(name);
    this.#lanes.delete(name);
    lane?.cancelDeadline();
    for (const settle of lane?.waiting.values() ?? []) settle(null);
  }
}
