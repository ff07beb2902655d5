import { type CommandContext, type Message, ProblemError, type SendMessage, texts } from '@pmcw/contracts';
import { messageView, type RecordedMessageSent, streams } from '@pmcw/contracts/events';
import { EventIdConflictError, WrongExpectedRevisionError } from '@pmcw/event-store';
import { cardOf } from '../accounts/members.ts';
import { causeOf, stamp } from '../handling/stamp.ts';
import type { Services } from '../services.ts';
import { messageDecider, messageSent } from './messageDecider.ts';

/**
 * The id of a message's `MessageSent`: one per message id, so that the log itself recognises a repeat. It is the
 * message id as a UUID of version 8 (RFC 9562: of one's own making), which no other event has.
 */
const sentEventId = (messageId: string): string => `${messageId.slice(0, 14)}8${messageId.slice(15)}`;

/** A message as it was sent, the first time. */
export interface Sent {
  readonly message: Message;
  readonly position: bigint;
  /** True when this message had been sent before. */
  readonly repeated: boolean;
}

const say = texts.refusals;

/** The receiver may not be the sender, and there must be one. Whether they take messages is told. */
async function takesMessages({ members }: Services, senderId: number, receiverId: number): Promise<boolean> {
  if (receiverId === senderId) {
    const errors = [{ path: 'receiverId', message: say.messageToSelf }];
    throw new ProblemError('invalid_input', say.messageToSelf, { errors });
  }
  return !(await members.isSuspended(await members.require(receiverId)));
}

/**
 * What the first sending of this id led to; null when it has never been used.
 * @throws ProblemError `message_id_taken` when it was another message, `message_deleted` when it was taken back
 */
async function firstResult(
  services: Services,
  command: SendMessage,
  actorId: number,
): Promise<RecordedMessageSent | null> {
  let state = messageDecider.initialState;
  let sent: RecordedMessageSent | null = null;
  for await (const event of services.eventStore.readStream(streams.message(command.id))) {
    if (event.type === 'MessageSent') sent = event;
    if (messageDecider.owns(event)) state = messageDecider.evolve(state, event);
  }
  messageDecider.decide(state, { ...command, actorId });
  return sent;
}

/** Appends the message; null when its id has been used before. */
async function append(
  { eventStore, clock }: Services,
  command: SendMessage,
  { actorId, correlationId }: CommandContext,
): Promise<RecordedMessageSent | null> {
  const event = messageSent({ ...command, actorId });
  const stamped = stamp(event, causeOf(actorId, correlationId), clock(), sentEventId(command.id));
  try {
    const { position, repeated } = await eventStore.append(streams.message(command.id), 'no-stream', [
      stamped,
    ]);
    return repeated ? null : { data: event.data, metadata: stamped.metadata, position };
  } catch (error) {
    if (error instanceof WrongExpectedRevisionError || error instanceof EventIdConflictError) return null;
    throw error;
  }
}

/**
 * Sends a message, or answers what sending it led to before: its id is the idempotency key for ever. The usual way
 * is one append and no read; only an id that is known already is looked up.
 * To a suspended member nothing new is sent.
 * @throws ProblemError `suspended` for a sender who is, `invalid_input` to oneself, `not_found` without a receiver,
 * `member_suspended`, `message_id_taken`, `message_deleted`
 */
export async function sendMessage(
  services: Services,
  command: SendMessage,
  context: CommandContext,
): Promise<Sent> {
  const { actorId } = context;
  const { receiverId } = command;
  const sender = await services.members.requireActive(actorId);
  const isTaken = receiverId === null || (await takesMessages(services, actorId, receiverId));
  const sent = isTaken ? await append(services, command, context) : null;
  const event = sent ?? (await firstResult(services, command, actorId));
  if (event === null) {
    throw isTaken
      ? new ProblemError('conflict', say.conflict)
      : new ProblemError('member_suspended', say.suspendedMember);
  }
  return { message: messageView(event, cardOf(sender)), position: event.position, repeated: sent === null };
}
