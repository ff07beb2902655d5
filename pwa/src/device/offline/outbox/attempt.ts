import type { OutboxRow } from '../database.ts';
import type { SendOutcome } from './outcome.ts';

type Passing = Extract<SendOutcome, { kind: 'passing' }>;

/** Ways to the server. Failures of network or server are outcomes. */
export interface Courier {
  /** Messages of a conversation that may be unanswered at the same time; 0 without a socket. */
  readonly window: () => number;
  /**
   * Sends a text without waiting for those before it.
   * @param previous id of the message before it, if that is still unanswered
   * @returns null without an answer; it must then be sent by `send`
   */
  readonly sendAhead: (row: OutboxRow, previous: string | null) => Promise<SendOutcome | null>;
  /** Sends or withdraws. All before it are answered. */
  readonly send: (row: OutboxRow) => Promise<SendOutcome>;
}

interface AttemptOptions {
  readonly rows: readonly OutboxRow[];
  readonly courier: Courier;
  /** Which of these are still meant to be sent. Not asked about the first ones, which were just claimed. */
  readonly stillClaimed: (rows: readonly OutboxRow[]) => Promise<readonly OutboxRow[]>;
  /**
   * Records a final outcome.
   * @param isUnclear whether the message was also sent without a clear answer
   */
  readonly settle: (
    row: OutboxRow,
    outcome: Exclude<SendOutcome, Passing>,
    isUnclear: boolean,
  ) => Promise<void>;
}

/** The message that stopped an attempt, and all that it sent without a clear answer. */
export interface Stop {
  readonly row: OutboxRow;
  readonly outcome: Passing;
  readonly unclear: readonly string[];
}

interface InFlight {
  readonly row: OutboxRow;
  readonly outcome: Promise<SendOutcome | null>;
}

/** One try to send the messages of a claim, in order, several in flight where the socket allows it. */
export class Attempt {
  readonly #options: AttemptOptions;
  #unsent: readonly OutboxRow[];
  #inFlight: readonly InFlight[] = [];
  readonly #unclear = new Set<string>();
  /** The socket did not answer, so the rest goes one by one. */
  #isSlow = false;
  #isNew = true;

  constructor(options: AttemptOptions) {
    this.#options = options;
    this.#unsent = options.rows;
  }

  /** Null if every message was settled, or is no longer this claim's. */
  async run(): Promise<Stop | null> {
    for (;;) {
      await this.#sendAhead();
      const stop = this.#inFlight.length > 0 ? await this.#awaitFirst() : await this.#sendNext();
      if (stop !== null) return stop;
      if (this.#inFlight.length + this.#unsent.length === 0) return null;
    }
  }

  /** Fills the window with the texts at the head, once half of it is free: each time reads the database. */
  async #sendAhead(): Promise<void> {
    const { courier } = this.#options;
    const window = this.#isSlow ? 0 : courier.window();
    const room = window - this.#inFlight.length;
    if (room < window / 2) return;
    const end = this.#unsent.findIndex((row) => !isText(row));
    const next = this.#unsent.slice(0, Math.max(0, Math.min(room, end === -1 ? room : end)));
    if (next.length === 0) return;
    this.#unsent = this.#unsent.slice(next.length);
    for (const row of await this.#stillClaimed(next)) {
      const previous = this.#inFlight.at(-1)?.row.id ?? null;
      this.#inFlight = [...this.#inFlight, { row, outcome: courier.sendAhead(row, previous) }];
    }
  }

  async #awaitFirst(): Promise<Stop | null> {
    const [first, ...others] = this.#inFlight;
    if (first === undefined) return null;
    const outcome = await first.outcome;
    this.#inFlight = others;
    if (outcome !== null && outcome.kind !== 'passing') {
      await this.#settle(first.row, outcome);
      return null;
    }
    const unanswered = [first.row, ...(await this.#awaitOthers())];
    for (const { id } of unanswered) this.#unclear.add(id);
    if (outcome !== null) return this.#stopAt(first.row, outcome);
    this.#isSlow = true;
    this.#unsent = [...unanswered, ...this.#unsent];
    return null;
  }

  /** Ends what is in flight, and returns the messages without a final answer. */
  async #awaitOthers(): Promise<OutboxRow[]> {
    const unanswered: OutboxRow[] = [];
    for (const { row, outcome } of this.#inFlight) {
      const end = await outcome;
      if (end === null || end.kind === 'passing') unanswered.push(row);
      else await this.#settle(row, end);
    }
    this.#inFlight = [];
    return unanswered;
  }

  async #sendNext(): Promise<Stop | null> {
    const [next, ...others] = this.#unsent;
    this.#unsent = others;
    const [row] = next === undefined ? [] : await this.#stillClaimed([next]);
    if (row === undefined) return null;
    const outcome = await this.#options.courier.send(row);
    if (outcome.kind === 'passing') return this.#stopAt(row, outcome);
    await this.#settle(row, outcome);
    return null;
  }

  async #stillClaimed(rows: readonly OutboxRow[]): Promise<readonly OutboxRow[]> {
    const wasClaimedNow = this.#isNew;
    this.#isNew = false;
    return wasClaimedNow ? rows : this.#options.stillClaimed(rows);
  }

  #settle(row: OutboxRow, outcome: Exclude<SendOutcome, Passing>): Promise<void> {
    return this.#options.settle(row, outcome, this.#unclear.has(row.id));
  }

  #stopAt(row: OutboxRow, outcome: Passing): Stop {
    return { row, outcome, unclear: [...this.#unclear] };
  }
}

const isText = ({ task, messageType }: OutboxRow): boolean => task === 'send' && messageType === 'text';
