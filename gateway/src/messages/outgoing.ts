import {
  type CommandContext,
  type CommandOutcome,
  type DispatchedMessage,
  limits,
  ProblemError,
  type SendMessage,
} from '@pmcw/contracts';
import { type MessageFrame, sendMessageOf } from './commands.ts';
import type { Arrival } from './messageOrder.ts';

export type End = CommandOutcome | ProblemError;

/** A message of a frame. */
export interface Outgoing {
  readonly arrival: Arrival;
  /** Or why it is invalid. */
  readonly command: SendMessage | ProblemError;
  readonly context: CommandContext;
  /** Null until it is dispatched. */
  end: Promise<End> | null;
}

export function outgoing(arrival: Arrival, frame: MessageFrame, context: CommandContext): Outgoing {
  return { arrival, command: commandIn(frame), context, end: null };
}

function commandIn(frame: MessageFrame): SendMessage | ProblemError {
  try {
    return sendMessageOf(frame);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

/** Takes from `waiting` the first, and the texts behind it that can be dispatched with it. */
export function takeTogether(waiting: Outgoing[]): readonly Outgoing[] {
  const most = waiting.slice(0, limits.messagesInFlight);
  const end = most.findIndex((message, n) => n > 0 && !isWith(most.slice(0, n), message));
  return waiting.splice(0, end === -1 ? most.length : end);
}

/** Those before it are stored first, or it isn't either. */
function isWith(before: readonly Outgoing[], next: Outgoing): boolean {
  if (![...before, next].every(isText)) return false;
  const { after } = next.arrival;
  const isRepeat = before.some((message) => idOf(message) === idOf(next));
  return !isRepeat && (after === null || after === before.at(-1)?.arrival.message);
}

const isText = ({ command }: Outgoing): boolean =>
  !(command instanceof ProblemError) && command.messageType === 'text';

const idOf = ({ command }: Outgoing): string | null => (command instanceof ProblemError ? null : command.id);

/** Without those that are invalid. */
export const dispatched = (messages: readonly Outgoing[]): readonly DispatchedMessage[] =>
  messages.flatMap(({ command, context }) => (command instanceof ProblemError ? [] : [{ command, context }]));
