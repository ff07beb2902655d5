import {
  type ChangeConversationBody,
  type ConversationSettings,
  limits,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { settingsOf } from '../deciders/inbox.ts';
import { type Handling, handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

const dayMs = 86_400_000;

/**
 * Mutes a conversation or marks it as unread; not where another device, which knew more of the log, decided otherwise.
 * Returns the settings after that.
 * @param peerId null for the global chat
 * @throws ProblemError `not_found`, `invalid_input` for a time in more than a year
 */
export async function changeConversation(
  services: Handling & Pick<Services, 'inboxes' | 'members'>,
  peerId: number | null,
  { mutedUntil, isMarkedUnread, knownUpTo }: Omit<ChangeConversationBody, 'senderId'>,
  context: GivenContext,
): Promise<{ readonly settings: ConversationSettings; readonly position: bigint }> {
  const { actorId: readerId } = context;
  if (peerId === readerId) throw new ProblemError('not_found', texts.refusals.memberNotFound);
  if (peerId !== null) await services.members.require(peerId);
  if (mutedUntil != null && mutedUntil !== 'always') requireSoon(mutedUntil, services.clock());
  const head = await services.eventStore.head();
  const known = knownUpTo === undefined || BigInt(knownUpTo) > head ? head : BigInt(knownUpTo);
  const { state, position } = await handle(
    services,
    services.inboxes,
    streams.inbox(readerId),
    { type: 'ChangeConversation', readerId, peerId, mutedUntil, isMarkedUnread, knownUpTo: known },
    causeOf(context),
  );
  return { settings: settingsOf(state, peerId), position };
}

function requireSoon(until: string, now: Date): void {
  if (Date.parse(until) <= now.getTime() + limits.muteDaysMax * dayMs) return;
  const message = texts.refusals.muteTooLong;
  throw new ProblemError('invalid_input', message, { errors: [{ path: 'mutedUntil', message }] });
}
