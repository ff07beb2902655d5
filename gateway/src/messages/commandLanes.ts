import { randomUUID } from 'node:crypto';
import { type CommandOutcome, type Dispatch, type FrameCommand, ProblemError, texts } from '@pmcw/contracts';
import { Lanes, within } from '@pmcw/resilience';
import { isUnavailable } from '@pmcw/runtime';
import type { Reporting } from '../observer.ts';

export interface CommandLanesOptions extends Reporting {
  readonly actorId: number;
  readonly dispatch: Dispatch;
  readonly inFlight: number;
  readonly dispatchMs: number;
}

/** A read mark may be delayed for some seconds, so no message should wait for it. */
const laneOf = (command: FrameCommand): string =>
  command.type === 'SendMessage' ? `to ${command.receiverId}` : `read ${command.peerId}`;

/** One socket's commands: sequential within a conversation, otherwise concurrent. */
export class CommandLanes {
  readonly #options: CommandLanesOptions;
  readonly #lanes = new Lanes();
  #inFlight = 0;

  constructor(options: CommandLanesOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** @throws ProblemError if it is refused, too many are in flight, or no answer comes in time */
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
    try {
      return await this.#lanes.run(laneOf(command), () => this.#dispatch(command));
    } finally {
      this.#inFlight -= 1;
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
      // The command may have been executed; the message's id makes a retry safe.
      throw isUnavailable(error)
        ? new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 })
        : new ProblemError('internal', texts.refusals.unexpected);
    }
  }
}
