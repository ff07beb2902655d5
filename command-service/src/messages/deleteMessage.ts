import { type MessageState, streams } from '@pmcw/contracts/events';
import type { MediaChange } from '@pmcw/vault';
import { type HandleOptions, type Handling, handle } from '../handling/handle.ts';
import { causeOf, type Given } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

type Deleting = Handling & Pick<Services, 'messages' | 'places'>;

/** Also deletes the recording. @throws ProblemError `not_found` */
export async function deleteMessage(
  services: Deleting,
  messageId: string,
  context: GivenContext,
): Promise<bigint> {
  const { places, messages } = services;
  const stream = streams.message(messageId);
  const command = { type: 'DeleteMessage', actorId: context.actorId } as const;
  const changes: MediaChange[] = [];
  const beforeAppend = async (state: MessageState) => {
    if (state.status !== 'sent' || state.voiceHash === null || changes.length > 0) return;
    changes.push(await places.begin(state.senderId, stream, null));
  };
  const { position } = await places.settling(
    () => changes,
    () => handle(services, messages, stream, command, causeOf(context), { beforeAppend }),
  );
  return position;
}

/** Removes a member's message. Its recording stays in the vault, because this can be undone. */
export async function removeMessage(
  services: Handling & Pick<Services, 'messages'>,
  messageId: string,
  context: Given,
  options: Pick<HandleOptions<MessageState>, 'eventId'>,
): Promise<void> {
  const stream = streams.message(messageId);
  await handle(services, services.messages, stream, { type: 'RemoveMessage' }, causeOf(context), options);
}
