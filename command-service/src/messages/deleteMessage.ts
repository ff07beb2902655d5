import { type MessageState, streams } from '@pmcw/contracts/events';
import type { MediaChange } from '@pmcw/vault';
import { type Handling, handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/** Also deletes the recording. @throws ProblemError `not_found` */
export async function deleteMessage(
  services: Handling & Pick<Services, 'messages' | 'places'>,
  messageId: string,
  context: GivenContext,
): Promise<bigint> {
  const { actorId } = context;
  const { places, messages } = services;
  const stream = streams.message(messageId);
  const changes: MediaChange[] = [];
  const beforeAppend = async (state: MessageState) => {
    const hasRecording = state.status === 'sent' && state.voiceHash !== null;
    if (hasRecording && changes.length === 0) changes.push(await places.begin(actorId, stream, null));
  };
  const command = { type: 'DeleteMessage', actorId } as const;
  const { position } = await places.settling(
    () => changes,
    () => handle(services, messages, stream, command, causeOf(context), { beforeAppend }),
  );
  return position;
}
