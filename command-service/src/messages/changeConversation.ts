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
 * Mutes a conversation or marks it as unread, not where another device, which knew more of the log, decided otherwise;
 * accepts or deletes a request. Returns the settings after that.
 * @param peerId null for the global chat
 * @throws ProblemError `not_found`, `invalid_input` for a time in more than a year
 */
export async function changeConversation(
  services: Handling & Pick<Services, 'inboxes' | 'knownPeers' | 'members'>,
  peerId: number | null,
  body: Omit<ChangeConversationBody, 'senderId'>,
  context: GivenContext,
): Promise<{ readonly settings: ConversationSettings; readonly position: bigint }> {
  const { mutedUntil, isMarkedUnread, isRequest, knownUpTo } = body;
  const { actorId: readerId } = context;
  if (peerId === null && (isRequest ?? body.deletedUpTo) !== undefined)
    throw new ProblemError('invalid_input', texts.refusals.onlyPrivate);
  if (peerId === readerId) throw new ProblemError('not_found', texts.refusals.memberNotFound);
  if (peerId !== null) await services.members.require(peerId);
  if (mutedUntil != null && mutedUntil !== 'always') requireSoon(mutedUntil, services.clock());
  const { knownPeers, eventStore } = services;
  const head = await eventStore.head();
  const deletedUpTo = upToHead(body.deletedUpTo, head);
  // Accepted or answered on another device.
  const isNoRequest =
    peerId !== null && deletedUpTo !== undefined && (await knownPeers.isKnown([readerId, peerId]));
  // Before the event, so that no later message is a request.
  if (peerId !== null && isRequest === false) await knownPeers.note([readerId, peerId]);
  const { state, position } = await handle(
    services,
    services.inboxes,
    streams.inbox(readerId),
    {
      ...{ type: 'ChangeConversation', readerId, peerId, mutedUntil, isMarkedUnread, isRequest },
      deletedUpTo: isNoRequest ? undefined : deletedUpTo,
      knownUpTo: upToHead(knownUpTo, head) ?? head,
    },
    causeOf(context),
  );
  return { settings: settingsOf(state, peerId), position };
}

/** A position beyond the log is of another log. */
function upToHead(position: string | undefined, head: bigint): bigint | undefined {
  if (position === undefined) return undefined;
  return BigInt(position) > head ? head : BigInt(position);
}

function requireSoon(until: string, now: Date): void {
  if (Date.parse(until) <= now.getTime() + limits.muteDaysMax * dayMs) return;
  const message = texts.refusals.muteTooLong;
  throw new ProblemError('invalid_input', message, { errors: [{ path: 'mutedUntil', message }] });
}
