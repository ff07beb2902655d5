import type {
  CommandContext,
  CommandOutcome,
  DispatchedMessage,
  FrameCommand,
  ProblemError,
} from '@pmcw/contracts';
import { refusalOf } from '@pmcw/http';
import { markRead } from '../messages/markRead.ts';
import { type Sent, sendMessage, sendTexts } from '../messages/sendMessage.ts';
import type { Services } from '../services.ts';

/** @throws ProblemError the refusal */
export async function handleFrame(
  services: Services,
  command: FrameCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  try {
    return await handle(services, command, context);
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** As `DispatchMessages`. @throws what is not a refusal */
export async function handleMessages(
  services: Services,
  messages: readonly DispatchedMessage[],
): Promise<readonly (CommandOutcome | ProblemError)[]> {
  return (await sendTexts(services, messages)).map((result) => {
    if (result.status === 'fulfilled') return outcomeOf(result.value);
    const refusal = refusalOf(result.reason);
    if (refusal === null) throw result.reason;
    return refusal;
  });
}

async function handle(
  services: Services,
  command: FrameCommand,
  dispatched: CommandContext,
): Promise<CommandOutcome> {
  const context = { ...dispatched, authority: { kind: 'frame' } } as const;
  switch (command.type) {
    case 'SendMessage':
      return outcomeOf(await sendMessage(services, command, context));
    case 'MarkRead':
      return { message: null, position: String(await markRead(services, command, context)) };
    default:
      return command satisfies never;
  }
}

const outcomeOf = ({ message, position }: Sent): CommandOutcome => ({ message, position: String(position) });
