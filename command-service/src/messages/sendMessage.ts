import {
  limits,
  type Message,
  type ProblemCode,
  ProblemError,
  type SendMessage,
  texts,
} from '@pmcw/contracts';
import { type Member, messageView, type RecordedMessageSent, streams } from '@pmcw/contracts/events';
import { EventIdConflictError, WrongExpectedRevisionError } from '@pmcw/event-store';
import type { Acquaintance, MediaChange } from '@pmcw/vault';
import { messageDecider, type SendBy } from '../deciders/message.ts';
import { observed } from '../handling/observed.ts';
import { causeOf, stamp } from '../handling/stamp.ts';
import { type KeptRecording, recordingOf } from '../media/recordings.ts';
import { cardOf } from '../members/members.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';

/** A UUID of version 8 (RFC 9562), which no other event has, so that the log recognizes a repeat. */
const sentEventId = (messageId: string): string => `${messageId.slice(0, 14)}8${messageId.slice(15)}`;

type Sending = Pick<
  Services,
  'clock' | 'eventStore' | 'knownPeers' | 'limits' | 'members' | 'observe' | 'places'
>;

export interface Sent {
  readonly message: Message;
  readonly position: bigint;
  readonly repeated: boolean;
}

const say = texts.refusals;
const dayMs = 86_400_000;

/** A new message: the reason why the receiver does not get it, or else whether they don't know its sender. */
interface Admission {
  readonly refusal: ProblemError | null;
  readonly isRequest: boolean | undefined;
}

const toEveryone: Admission = { refusal: null, isRequest: undefined };

/** @throws ProblemError `not_found` for an unknown receiver, `invalid_input` for the sender */
async function admissionOf(services: Sending, sender: Member, receiverId: number): Promise<Admission> {
  if (receiverId === sender.id) {
    const errors = [{ path: 'receiverId', message: say.messageToSelf }];
    throw new ProblemError('invalid_input', say.messageToSelf, { errors });
  }
  const { members } = services;
  const receiver = await members.require(receiverId);
  if (await members.isSuspended(receiver)) return refused('member_suspended', say.suspendedMember);
  if (await members.hasBlocked(sender, receiverId)) return refused('member_blocked', say.memberBlocked);
  // The same for every reason, so that the sender learns none.
  if (await members.hasBlocked(receiver, sender.id)) return refused('not_received', say.notReceived);
  return introduced(services, sender, receiver);
}

const refused = (code: ProblemCode, text: string): Admission => ({
  refusal: new ProblemError(code, text),
  isRequest: undefined,
});

/** Notes that the sender knows the receiver. */
async function introduced(services: Sending, sender: Member, receiver: Member): Promise<Admission> {
  const { knownPeers, members } = services;
  const answer: Acquaintance = [receiver.id, sender.id];
  const message: Acquaintance = [sender.id, receiver.id];
  const [isKnown = false, hasWritten = false] = await knownPeers.areKnown(answer, message);
  if (!isKnown && !(await members.admits(receiver, sender))) return refused('not_received', say.notReceived);
  if (!isKnown && !hasWritten && isNew(sender, services.clock())) {
    if (!(await services.limits.startsConversation(sender.id)))
      return refused('too_many_conversations', say.tooManyConversations);
  }
  if (!hasWritten) await knownPeers.note(message);
  return { refusal: null, isRequest: !isKnown };
}

const isNew = ({ createdAt }: Member, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) < limits.newAccountDays * dayMs;

/** Null if the id is new. @throws ProblemError `message_id_taken`, `message_deleted` */
async function firstResult({ eventStore }: Sending, command: SendBy): Promise<RecordedMessageSent | null> {
  let state = messageDecider.initialState;
  let sent: RecordedMessageSent | null = null;
  for await (const event of eventStore.readStream(streams.message(command.id))) {
    if (event.type === 'MessageSent') sent = event;
    if (messageDecider.owns(event)) state = messageDecider.evolve(state, event);
  }
  messageDecider.decide(state, command);
  return sent;
}

/** Null if the id was used before. */
async function append(
  { eventStore, clock }: Sending,
  command: SendBy,
  context: GivenContext,
): Promise<RecordedMessageSent | null> {
  // Of a message that doesn't exist: expecting no stream, the append detects one that does.
  const [event] = messageDecider.decide(messageDecider.initialState, command);
  if (event?.type !== 'MessageSent') return null;
  const stamped = stamp(event, causeOf(context), clock(), sentEventId(command.id));
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
 * The id is the idempotency key permanently. Usually one append without a read: only known ids are looked up.
 * @throws ProblemError `not_signed_in`, `suspended`, `invalid_input` to yourself, `not_found`, `member_suspended`,
 * `member_blocked`, `not_received`, `too_many_conversations`, `message_id_taken`, `message_deleted`, as `recordingOf`
 */
export function sendMessage(services: Sending, command: SendMessage, context: GivenContext): Promise<Sent> {
  return observed(services.observe, command.type, () => send(services, command, context));
}

async function send(services: Sending, command: SendMessage, context: GivenContext): Promise<Sent> {
  const { actorId } = context;
  const { receiverId } = command;
  // For both HTTP and frames, before the recording is checked.
  services.limits.message(actorId);
  if (command.messageType === 'voice') await services.limits.upload(actorId);
  const sender = await services.members.requireActive(actorId);
  const admission = receiverId === null ? toEveryone : await admissionOf(services, sender, receiverId);
  const { voiceUrl, ...said } = command;
  const recording = voiceUrl === null ? null : recordingOf(voiceUrl);
  const voiceSeconds = recording?.seconds ?? null;
  const { event, repeated } = await keeping(services, command.id, actorId, recording, async (voiceHash) => {
    const { refusal, isRequest } = admission;
    const message = { ...said, actorId, voiceHash, voiceSeconds, isRequest };
    const sent = refusal === null ? await append(services, message, context) : null;
    const first = sent ?? (await firstResult(services, message));
    if (first !== null) return { event: first, repeated: sent === null };
    throw refusal ?? new ProblemError('conflict', say.conflict);
  });
  return { message: messageView(event, cardOf(sender)), position: event.position, repeated };
}

function keeping<T>(
  { places }: Sending,
  messageId: string,
  senderId: number,
  recording: KeptRecording | null,
  sendWith: (voiceHash: string | null) => Promise<T>,
): Promise<T> {
  const changes: MediaChange[] = [];
  return places.settling(
    () => changes,
    async () => {
      if (recording === null) return sendWith(null);
      const change = await places.begin(senderId, streams.message(messageId), recording);
      changes.push(change);
      return sendWith(change.hash);
    },
  );
}
