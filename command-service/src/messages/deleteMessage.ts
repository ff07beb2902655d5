import { type MessageState, streams } from '@pmcw/contracts/events';
import type { MediaChange } from '@pmcw/vault';
import type { MessageCommand } from '../deciders/message.ts';
import { type HandleOptions, type Handling, handle } from '../handling/handle.ts';
import { causeOf, type Given } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

type Deleting = Handling & Pick<Services, 'messages' | 'places'>;

/** Also deletes the recording. @throws ProblemError `not_found` */
export function deleteMessage(services: Deleting, messageId: string, context: GivenContext): Promise<bigint> {
  return remove(services, messageId, { type: 'DeleteMessage', actorId: context.actorId }, context);
}

/** As `deleteMessage`, for a member's message. */
export function removeMessage(
  services: Deleting,
  messageId: string,
  context: Given,
  options: Pick<HandleOptions<MessageState>, 'eventId'>,
): Promise<bigint> {
  return remove(services, messageId, { type: 'RemoveMessage' }, context, options);
}

async function remove(
  services: Deleting,
  messageId: string,
  command: Exclude<MessageCommand, { type: 'SendMessage' }>,
  context: Given,
  options: Pick<HandleOptions<MessageState>, 'eventId'> = {},
): Promise<bigint> {
  const { places, messages } = services;
  const stream = streams.message(messageId);
  const changes: MediaChange[] = [];
  const beforeAppend = async (state: MessageState) => {
    if (state.status !== 'sent' || state.voiceHash === null || changes.length > 0) return;
    changes.push(await places.begin(state.senderId, stream, null));
  };
  const { position } = await places.settling(
    () => changes,
    () => handle(services, messages, stream, command, causeOf(context), { ...options, beforeAppend }),
  );
  return position;
}
