import type { OutboxRow } from '../database.ts';
import type { Courier } from './attempt.ts';
import type { Ending, FaultyServer } from './faultyServer.forSpecs.ts';
import type { SendOutcome } from './outcome.ts';

/**
 * A socket to the faulty server, with the rules of the real gateway: the messages of a conversation are handled in
 * order, and one that names its predecessor only if that is the last one and was not rejected for now.
 */
export class FaultySocket {
  readonly #server: FaultyServer;
  /** By conversation; null after a rejection. */
  readonly #last = new Map<string, string | null>();
  #turn: Promise<void> = Promise.resolve();
  /** The connection is lost: `silent` is not noticed by the server, which still handles what it gets, late. */
  #state: 'open' | 'silent' | 'closed' = 'open';

  constructor(server: FaultyServer) {
    this.#server = server;
  }

  readonly window: Courier['window'] = () => (this.#state === 'open' ? 3 : 0);

  readonly sendAhead: Courier['sendAhead'] = (row, previous) => {
    const answer = this.#turn.then(() => this.#receive(row, previous));
    // The next one is handled before this answer arrives.
    this.#turn = answer.then(() => undefined);
    return answer.then(({ outcome }) => outcome);
  };

  async #receive(row: OutboxRow, previous: string | null): Promise<{ readonly outcome: Promise<Answer> }> {
    const ending = this.#state === 'open' ? this.#server.nextEnding() : this.#state;
    return { outcome: this.#handle(row, previous, ending) };
  }

  async #handle(
    row: OutboxRow,
    previous: string | null,
    ending: Ending | 'silent' | 'closed',
  ): Promise<Answer> {
    switch (ending) {
      case 'lost':
      case 'closed':
        this.#state = 'closed';
        return null;
      case 'late':
      case 'silent':
        this.#state = 'silent';
        this.#server.later(() => void this.#execute(row, previous, 'answered'));
        return null;
      case 'answer lost':
        this.#execute(row, previous, 'answered');
        this.#state = 'silent';
        return null;
      case 'stuck':
        this.#state = 'closed';
        return new Promise((resolve) => this.#server.later(() => resolve(null)));
      case 'held': {
        const outcome = this.#execute(row, previous, 'answered');
        return new Promise((resolve) => this.#server.later(() => resolve(outcome)));
      }
      default:
        return this.#execute(row, previous, ending);
    }
  }

  #execute(row: OutboxRow, previous: string | null, ending: Ending): SendOutcome {
    if (previous !== null && this.#last.get(row.lane) !== previous)
      return { kind: 'passing', waitingFor: 'server' };
    const outcome = this.#server.answer(row, ending);
    this.#last.set(row.lane, outcome.kind === 'passing' ? null : row.id);
    return outcome;
  }
}

type Answer = SendOutcome | null;
