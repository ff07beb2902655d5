import { type DispatchedMessage, type Message, ProblemError, type SendMessage, texts } from '@pmcw/contracts';
import { messageView, type RecordedMessageSent, streams } from '@pmcw/contracts/events';
import { type AppendResult, EventIdConflictError, WrongExpectedRevisionError } from '@pmcw/event-store';
import { refusalOf } from '@pmcw/http';
import { reportStep } from '@pmcw/resilience/tracing';
import type { MediaChange } from '@pmcw/vault';
import { messageDecider, type SendBy } from '../deciders/message.ts';
import { observed } from '../handling/observed.ts';
import { causeOf, stamp } from '../handling/stamp.ts';
import { type KeptRecording, recordingOf } from '../media/recordings.ts';
import { cardOf } from '../members/members.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import { type Reception, receptionOf } from './reception.ts';

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

const { refusals } = texts;

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

type Outgoing = SendBy & { readonly context: GivenContext };

/** Of a message that doesn't exist: expecting no stream, its append detects one that does. */
function newEvent({ clock }: Sending, { context, ...command }: Outgoing) {
  const [event] = messageDecider.decide(messageDecider.initialState, command);
  if (event?.type !== 'MessageSent') throw new Error('A new message was not sent');
  const stamped = stamp(event, causeOf(context), clock(), sentEventId(command.id));
  return { data: event.data, stamped };
}

/** Null if the id was used before. */
function positionOf(result: PromiseSettledResult<AppendResult>): bigint | null {
  if (result.status === 'fulfilled') return result.value.repeated ? null : result.value.position;
  const { reason } = result;
  if (reason instanceof WrongExpectedRevisionError || reason instanceof EventIdConflictError) return null;
  throw reason;
}

/** Usually one append without a read: only known ids are looked up. */
async function store(
  services: Sending,
  { sender, refusal }: Reception,
  messages: readonly Outgoing[],
): Promise<readonly PromiseSettledResult<Sent>[]> {
  const events = refusal === null ? messages.map((message) => newEvent(services, message)) : [];
  const results = await services.eventStore.appendInOrder(
    events.map(({ data, stamped }) => ({
      stream: streams.message(data.messageId),
      expected: 'no-stream',
      events: [stamped],
    })),
  );
  const resultOf = async (message: Outgoing, n: number): Promise<Sent> => {
    const [event, result] = [events[n], results[n]];
    const position = result === undefined ? null : positionOf(result);
    const isNew = event !== undefined && position !== null;
    const sent = isNew
      ? { data: event.data, metadata: event.stamped.metadata, position }
      : await firstResult(services, message);
    if (sent === null) throw refusal ?? new ProblemError('conflict', refusals.conflict);
    return { message: messageView(sent, cardOf(sender)), position: sent.position, repeated: !isNew };
  };
  return Promise.allSettled(messages.map(resultOf));
}

/**
 * The id is the idempotency key permanently.
 * @throws ProblemError `not_signed_in`, `suspended`, `invalid_input` to yourself, `not_found`, `member_suspended`,
 * `member_blocked`, `not_received`, `too_many_conversations`, `message_id_taken`, `message_deleted`, as `recordingOf`
 */
export function sendMessage(services: Sending, command: SendMessage, context: GivenContext): Promise<Sent> {
  return observed(services.observe, command.type, () => send(services, command, context));
}

async function send(services: Sending, command: SendMessage, context: GivenContext): Promise<Sent> {
  const { actorId } = context;
  // For both HTTP and frames, before the recording is checked.
  services.limits.message(actorId);
  if (command.messageType === 'voice') await services.limits.upload(actorId);
  const reception = await receptionOf(services, actorId, command.receiverId);
  const { voiceUrl, ...said } = command;
  const recording = voiceUrl === null ? null : recordingOf(voiceUrl);
  const voiceSeconds = recording?.seconds ?? null;
  const { isRequest } = reception;
  return keeping(services, command.id, actorId, recording, async (voiceHash) => {
    const message = { ...said, actorId, voiceHash, voiceSeconds, isRequest, context };
    const [sent] = await store(services, reception, [message]);
    if (sent?.status === 'fulfilled') return sent.value;
    throw sent?.reason;
  });
}

/**
 * Texts of one member for one conversation, in order, as `sendMessage`. After one that is neither stored nor refused
 * for good, none is stored.
 */
export async function sendTexts(
  services: Sending,
  messages: readonly DispatchedMessage[],
): Promise<readonly PromiseSettledResult<Sent>[]> {
  const startedAt = Date.now();
  const results = await together(services, messages).catch((reason: unknown) =>
    messages.map((): PromiseRejectedResult => ({ status: 'rejected', reason })),
  );
  const traces = messages.map(({ context: metadata }) => ({ metadata }));
  reportStep(traces, 'SendMessage', startedAt);
  for (const result of results) {
    const isDone = result.status === 'fulfilled';
    services.observe('SendMessage', isDone ? 'done' : (refusalOf(result.reason)?.code ?? 'internal'));
  }
  return results;
}

async function together(
  services: Sending,
  messages: readonly DispatchedMessage[],
): Promise<readonly PromiseSettledResult<Sent>[]> {
  const [first] = messages;
  if (first === undefined) return [];
  const { actorId } = first.context;
  const { admitted, refused } = withinLimit(services, messages);
  if (admitted.length === 0) return refused;
  const reception = await receptionOf(services, actorId, first.command.receiverId);
  const { isRequest } = reception;
  const outgoing = admitted.map(({ command: { voiceUrl: _, ...said }, context }): Outgoing => {
    const given = { ...context, authority: { kind: 'frame' } } as const;
    return { ...said, actorId, voiceHash: null, voiceSeconds: null, isRequest, context: given };
  });
  const results = await store(services, reception, outgoing);
  return [...results, ...refused];
}

/** Refuses all from the first that is one too many. */
function withinLimit(services: Sending, messages: readonly DispatchedMessage[]) {
  for (const [n, { context }] of messages.entries()) {
    try {
      services.limits.message(context.actorId);
    } catch (reason) {
      const refused = messages.slice(n).map((): PromiseRejectedResult => ({ status: 'rejected', reason }));
      return { admitted: messages.slice(0, n), refused };
    }
  }
  return { admitted: messages, refused: [] };
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
