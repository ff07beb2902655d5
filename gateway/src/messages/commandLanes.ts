import {
  type CommandContext,
  type CommandOutcome,
  type Dispatch,
  type DispatchMessages,
  type FrameCommand,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import { isFinal, Lanes, within } from '@pmcw/resilience';
import { firstStep, newCorrelationId } from '@pmcw/resilience/tracing';
import type { GatewayLimits } from '../limits.ts';
import type { Reporting } from '../observer.ts';
import { type MarkReadFrame, type MessageFrame, markReadOf } from './commands.ts';
import { busy, inTurn, MessageOrder } from './messageOrder.ts';
import { dispatched, type End, type Outgoing, outgoing, takeTogether } from './outgoing.ts';

export interface CommandLanesOptions extends Reporting {
  readonly actorId: number;
  readonly dispatch: Dispatch;
  readonly dispatchMessages: DispatchMessages;
  readonly limits: Pick<GatewayLimits, 'commandsInFlight' | 'messagesInFlight' | 'dispatchMs'>;
}

interface Lane {
  inFlight: number;
  /** In order of arrival; not dispatched yet. */
  readonly waiting: Outgoing[];
}

/** One socket's commands: sequential within a conversation, otherwise concurrent. */
export class CommandLanes {
  readonly #options: CommandLanesOptions;
  readonly #turns = new Lanes();
  readonly #order = new MessageOrder();
  readonly #lanes = new Map<string, Lane>();
  #inFlight = 0;

  constructor(options: CommandLanesOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Call it in order of arrival. Texts that arrived while one of their conversation was dispatched are dispatched
   * together.
   * @throws ProblemError if it is invalid or refused, too many are in flight, no answer comes in time, or the message
   * before it has to be sent again
   */
  send(frame: MessageFrame): Promise<CommandOutcome> {
    const name = `to ${frame.isGlobal ? null : frame.receiverId}`;
    return this.#observed('SendMessage', async (context) => {
      const arrival = this.#order.arrived(name, frame);
      return await this.#inOrder(name, (lane) => {
        const message = outgoing(arrival, frame, context);
        lane.waiting.push(message);
        return () => this.#send(lane, message);
      });
    });
  }

  /**
   * No message waits for a read mark, which may be delayed for some seconds.
   * @throws ProblemError if it is refused, too many are in flight, or no answer comes in time
   */
  markRead(frame: MarkReadFrame): Promise<CommandOutcome> {
    return this.#observed('MarkRead', async (context) =>
      this.#inOrder(
        `read ${frame.senderId}`,
        () => () => this.#answered('MarkRead', context, this.#options.dispatch(markReadOf(frame), context)),
      ),
    );
  }

  #observed(
    command: FrameCommand['type'],
    run: (context: CommandContext) => Promise<CommandOutcome>,
  ): Promise<CommandOutcome> {
    const { observe, actorId } = this.#options;
    return firstStep(`frame ${command}`, async () => {
      try {
        const done = await run({ actorId, correlationId: newCorrelationId() });
        observe({ kind: 'answered', command, outcome: 'done' });
        return done;
      } catch (error) {
        const outcome = error instanceof ProblemError ? error.code : 'internal';
        observe({ kind: 'answered', command, outcome });
        throw error;
      }
    });
  }

  async #inOrder(
    name: string,
    arrive: (lane: Lane) => () => Promise<CommandOutcome>,
  ): Promise<CommandOutcome> {
    const { commandsInFlight, messagesInFlight } = this.#options.limits;
    const lane = this.#lanes.get(name) ?? { inFlight: 0, waiting: [] };
    if (lane.inFlight >= 2 * messagesInFlight || this.#inFlight >= commandsInFlight) {
      throw new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter: 1 });
    }
    this.#lanes.set(name, lane);
    lane.inFlight += 1;
    this.#inFlight += 1;
    try {
      return await this.#turns.run(name, arrive(lane));
    } finally {
      lane.inFlight -= 1;
      this.#inFlight -= 1;
      if (lane.inFlight === 0) this.#lanes.delete(name);
    }
  }

  /** All messages before it in its lane have ended. */
  async #send({ waiting }: Lane, message: Outgoing): Promise<CommandOutcome> {
    try {
      return await inTurn(message.arrival, async () => {
        const end = await (message.end ?? this.#dispatchNext(waiting));
        if (end instanceof ProblemError) throw end;
        return end;
      });
    } finally {
      if (waiting[0] === message) waiting.shift();
    }
  }

  /** Returns the end of the first. */
  #dispatchNext(waiting: Outgoing[]): Promise<End> {
    const messages = takeTogether(waiting);
    const ends = this.#endsOf(messages);
    const endOf = async (n: number) => (await ends)[n] ?? busy();
    for (const [n, message] of messages.entries()) message.end = endOf(n);
    return endOf(0);
  }

  async #endsOf(messages: readonly Outgoing[]): Promise<readonly End[]> {
    const { dispatch, dispatchMessages } = this.#options;
    const [first, ...others] = dispatched(messages);
    if (first === undefined)
      return messages.flatMap(({ command }) => (command instanceof ProblemError ? command : []));
    const { command, context } = first;
    try {
      return others.length === 0
        ? [await this.#answered(command.type, context, dispatch(command, context))]
        : await this.#answered(command.type, context, dispatchMessages([first, ...others]));
    } catch (error) {
      if (error instanceof ProblemError) return messages.map(() => error);
      throw error;
    }
  }

  async #answered<T>(
    command: FrameCommand['type'],
    { correlationId }: CommandContext,
    answer: Promise<T>,
  ): Promise<T> {
    const { limits, logger } = this.#options;
    try {
      return await within(limits.dispatchMs, command, answer);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      const isTransient = !isFinal(error);
      const failure = { err: error, correlationId, command };
      logger[isTransient ? 'warn' : 'error'](failure, 'a command of a frame failed');
      // The command may have been executed; the message's id makes a retry safe.
      throw isTransient ? busy() : new ProblemError('internal', texts.refusals.unexpected);
    }
  }
}
