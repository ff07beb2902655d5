import { type MarkRead, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/**
 * Moves a reader's mark, never back and never beyond what there is.
 * @returns the position after the command
 * @throws ProblemError `suspended` for a reader who is, `not_found` when there is no such other member
 */
export async function markRead(
  services: Services,
  { peerId, upTo }: MarkRead,
  context: GivenContext,
): Promise<bigint> {
  const { actorId } = context;
  await services.members.requireActive(actorId);
  if (peerId === actorId) throw new ProblemError('not_found', texts.refusals.memberNotFound);
  if (peerId !== null) await services.members.require(peerId);
  const head = await services.eventStore.head();
  const wanted = upTo === null ? head : BigInt(upTo);
  const { position } = await handle(
    services,
    services.inboxes,
    streams.inbox(actorId),
    { type: 'MoveMark', readerId: actorId, peerId, upTo: wanted < head ? wanted : head },
    causeOf(context),
  );
  return position;
}
