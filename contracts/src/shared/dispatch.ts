import type { FrameCommand } from '../messages/commands.ts';
import type { Message } from '../messages/queries.ts';

/** Who sends a command, and the one id for all that follows from it. */
export interface CommandContext {
  readonly actorId: number;
  readonly correlationId: string;
}

/** What a command led to: the position of its last event, and the message where it made one. */
export interface CommandOutcome {
  readonly position: string;
  readonly message: Message | null;
}

/**
 * The one way from the gateway to the command service: a call under the launcher, HTTP between processes.
 * @throws ProblemError when the command is refused
 */
export type Dispatch = (command: FrameCommand, context: CommandContext) => Promise<CommandOutcome>;
