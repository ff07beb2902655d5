import { limits, type ProblemCode, ProblemError, texts } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import type { Acquaintance } from '@pmcw/vault';
import type { Services } from '../services.ts';

/** How new messages of a member are received in a conversation. */
export interface Reception {
  readonly sender: Member;
  /** Why the receiver does not get them. */
  readonly refusal: ProblemError | null;
  /** Whether the receiver doesn't know the sender; undefined in the global chat. */
  readonly isRequest: boolean | undefined;
}

type Receiving = Pick<Services, 'clock' | 'knownPeers' | 'limits' | 'members'>;

const { refusals } = texts;
const dayMs = 86_400_000;

/** @throws ProblemError `not_signed_in`, `suspended`, `invalid_input` to yourself, `not_found` */
export async function receptionOf(
  services: Receiving,
  senderId: number,
  receiverId: number | null,
): Promise<Reception> {
  const { members } = services;
  const sender = await members.requireActive(senderId);
  if (receiverId === null) return { sender, refusal: null, isRequest: undefined };
  if (receiverId === senderId) {
    const errors = [{ path: 'receiverId', message: refusals.messageToSelf }];
    throw new ProblemError('invalid_input', refusals.messageToSelf, { errors });
  }
  const receiver = await members.require(receiverId);
  if (await members.isSuspended(receiver))
    return refused(sender, 'member_suspended', refusals.suspendedMember);
  if (await members.hasBlocked(sender, receiverId))
    return refused(sender, 'member_blocked', refusals.memberBlocked);
  // The same for every reason, so that the sender learns none.
  if (await members.hasBlocked(receiver, senderId))
    return refused(sender, 'not_received', refusals.notReceived);
  return introduced(services, sender, receiver);
}

const refused = (sender: Member, code: ProblemCode, text: string): Reception => ({
  sender,
  refusal: new ProblemError(code, text),
  isRequest: undefined,
});

/** Notes that the sender knows the receiver. */
async function introduced(services: Receiving, sender: Member, receiver: Member): Promise<Reception> {
  const { knownPeers, members } = services;
  const message: Acquaintance = [sender.id, receiver.id];
  const [isKnown, hasWritten] = await Promise.all([
    knownPeers.isKnown([receiver.id, sender.id]),
    knownPeers.isKnown(message),
  ]);
  if (!isKnown && !(await members.admits(receiver, sender)))
    return refused(sender, 'not_received', refusals.notReceived);
  if (!isKnown && !hasWritten && isNew(sender, services.clock())) {
    if (!(await services.limits.startsConversation(sender.id)))
      return refused(sender, 'too_many_conversations', refusals.tooManyConversations);
  }
  if (!hasWritten) await knownPeers.note(message);
  return { sender, refusal: null, isRequest: !isKnown };
}

const isNew = ({ createdAt }: Member, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < limits.newAccountDays * dayMs;
