import { randomUUID } from 'node:crypto';
import { type CommandOutcome, type Dispatch, type FrameCommand, ProblemError, texts } from '@pmcw/contracts';
import { isUnavailable } from '@pmcw/runtime';
import type { Reporting } from '../observer.ts';
import { within } from '../within.ts';

/** What the lanes of one socket need. */
export interface CommandLanesOptions extends Reporting {
  readonly actorId: number;
  readonly dispatch: Dispatch;
  /** Most commands that wait for their answer. */
  readonly inFlight: number;
  /** Longest wait for an answer, in milliseconds. */
  readonly dispatchMs: number;
}

/** Marks have lanes of their own: one may wait for some seconds to be moved, and no message waits for it. */
const laneOf = (command: FrameCommand): string =>
  command.type === 'SendMessage' ? `to ${command.receiverId}` : `read ${command.peerId}`;

/**
 * Sends the commands of one socket to the command service: those of one conversation one after another, so that
 * they are recorded in the order in which they were sent; conversations side by side.
 */
export class CommandLanes {
  readonly #options: CommandLanesOptions;
  readonly #lanes = new Map<string, Promise<unknown>>();
  #inFlight = 0;

  constructor(options: CommandLanesOptions) {
    this.#options = options;
  }

  /** Commands that wait for their answer. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Dispatches a command after those before it in its conversation.
   * @throws ProblemError when it is refused, when too many are in flight, or when there is no answer in time
   */
  async run(command: FrameCommand): Promise<CommandOutcome> {
    const { observe } = this.#options;
    try {
      const done = await this.#inOrder(command);
      observe({ kind: 'answered', command: command.type, outcome: 'done' });
      return done;
    } catch (error) {
      const outcome = error instanceof ProblemError ? error.code : 'internal';
      observe({ kind: 'answered', command: command.type, outcome });
      throw error;
    }
  }

  async #inOrder(command: FrameCommand): Promise<CommandOutcome> {
    if (this.#inFlight >= this.#options.inFlight) {
      throw new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter: 1 });
    }
    this.#inFlight += 1;
    const lane = laneOf(command);
    const before = this.#lanes.get(lane);
    const run = before === undefined ? this.#dispatch(command) : before.then(() => this.#dispatch(command));
    const over = run.catch(() => undefined);
    this.#lanes.set(lane, over);
    try {
      return await run;
    } finally {
      this.#inFlight -= 1;
      if (this.#lanes.get(lane) === over) this.#lanes.delete(lane);
    }
  }

  async #dispatch(command: FrameCommand): Promise<CommandOutcome> {
    const { dispatch, actorId, dispatchMs, logger } = this.#options;
    const correlationId = randomUUID();
    try {
      return await within(dispatchMs, command.type, dispatch(command, { actorId, correlationId }));
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      logger.error({ err: error, correlationId, command: command.type }, 'a command of a frame failed');
      // It may have been done all the same; the message's id makes trying again safe.
      throw isUnavailable(error)
        ? new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 })
        : new ProblemError('internal', texts.refusals.unexpected);
    }
  }
}
