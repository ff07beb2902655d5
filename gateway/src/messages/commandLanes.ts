import { type CommandOutcome, type Dispatch, type FrameCommand, ProblemError, texts } from '@pmcw/contracts';
import { isFinal, Lanes, within } from '@pmcw/resilience';
import { firstStep, newCorrelationId } from '@pmcw/resilience/tracing';
import type { GatewayLimits } from '../limits.ts';
import type { Reporting } from '../observer.ts';
import { type MarkReadFrame, type MessageFrame, markReadOf, sendMessageOf } from './commands.ts';
import { MessageOrder } from './messageOrder.ts';

export interface CommandLanesOptions extends Reporting {
  readonly actorId: number;
  readonly dispatch: Dispatch;
  readonly limits: Pick<GatewayLimits, 'commandsInFlight' | 'messagesInFlight' | 'dispatchMs'>;
}

/** One socket's commands: sequential within a conversation, otherwise concurrent. */
export class CommandLanes {
  readonly #options: CommandLanesOptions;
  readonly #lanes = new Lanes();
  readonly #order = new MessageOrder();
  readonly #inLane = new Map<string, number>();
  #inFlight = 0;

  constructor(options: CommandLanesOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Call it in order of arrival.
   * @throws ProblemError if it is invalid or refused, too many are in flight, no answer comes in time, or the message
   * before it has to be sent again
   */
  send(frame: MessageFrame): Promise<CommandOutcome> {
    const lane = `to ${frame.isGlobal ? null : frame.receiverId}`;
    return this.#observed('SendMessage', async () => {
      const inTurn = this.#order.arrived(lane, frame);
      return await this.#inOrder(lane, () => inTurn(async () => this.#dispatch(sendMessageOf(frame))));
    });
  }

  /**
   * No message waits for a read mark, which may be delayed for some seconds.
   * @throws ProblemError if it is refused, too many are in flight, or no answer comes in time
   */
  markRead(frame: MarkReadFrame): Promise<CommandOutcome> {
    const work = () => this.#dispatch(markReadOf(frame));
    return this.#observed('MarkRead', () => this.#inOrder(`read ${frame.senderId}`, work));
  }

  async #observed(
    command: FrameCommand['type'],
    run: () => Promise<CommandOutcome>,
  ): Promise<CommandOutcome> {
    const { observe } = this.#options;
    try {
      const done = await run();
      observe({ kind: 'answered', command, outcome: 'done' });
      return done;
    } catch (error) {
      const outcome = error instanceof ProblemError ? error.code : 'internal';
      observe({ kind: 'answered', command, outcome });
      throw error;
    }
  }

  async #inOrder(lane: string, work: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
    const { commandsInFlight, messagesInFlight } = this.#options.limits;
    const inLane = this.#inLane.get(lane) ?? 0;
    if (inLane >= messagesInFlight || this.#inFlight >= commandsInFlight) {
      throw new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter: 1 });
    }
    this.#count(lane, 1);
    try {
      return await this.#lanes.run(lane, work);
    } finally {
      this.#count(lane, -1);
    }
  }

  #count(lane: string, by: 1 | -1): void {
    this.#inFlight += by;
    const inLane = (this.#inLane.get(lane) ?? 0) + by;
    if (inLane === 0) this.#inLane.delete(lane);
    else this.#inLane.set(lane, inLane);
  }

  async #dispatch(command: FrameCommand): Promise<CommandOutcome> {
    const { dispatch, actorId, limits, logger } = this.#options;
    return firstStep(`frame ${command.type}`, async () => {
      const correlationId = newCorrelationId();
      try {
        return await within(limits.dispatchMs, command.type, dispatch(command, { actorId, correlationId }));
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        const isTransient = !isFinal(error);
        const failure = { err: error, correlationId, command: command.type };
        logger[isTransient ? 'warn' : 'error'](failure, 'a command of a frame failed');
        // The command may have been executed; the message's id makes a retry safe.
        throw isTransient
          ? new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 })
          : new ProblemError('internal', texts.refusals.unexpected);
      }
    });
  }
}
