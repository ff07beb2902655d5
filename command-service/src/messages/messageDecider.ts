import { ProblemError, type SendMessage, texts } from '@pmcw/contracts';
import type { MessageEvent, ProductEvent } from '@pmcw/contracts/events';
import type { Decider } from '../handling/decider.ts';

/** A message as it stands in its stream. Who may see it does not change with its deletion. */
interface Audience {
  readonly messageId: string;
  readonly senderId: number;
  readonly receiverId: number | null;
}

/** What there may be in a `message-{id}` stream. */
export type MessageState =
  | { readonly status: 'absent' }
  | (Audience & { readonly status: 'sent'; readonly content: string })
  | (Audience & { readonly status: 'deleted' });

/** Takes a message back. */
export interface DeleteMessage {
  readonly type: 'DeleteMessage';
}

type SendBy = SendMessage & { readonly actorId: number };
type MessageSent = Extract<MessageEvent, { type: 'MessageSent' }>;

/** Commands of a `message-{id}` stream, with the member who gives them. */
export type MessageCommand = SendBy | (DeleteMessage & { readonly actorId: number });

const say = texts.refusals;

/** The event of a message that nobody has sent before. */
export function messageSent({ id: messageId, actorId: senderId, receiverId, content }: SendBy): MessageSent {
  return { type: 'MessageSent', data: { messageId, senderId, receiverId, content } };
}

/** The id is the idempotency key for ever (design "Command side"): the same message again changes nothing. */
function send(state: MessageState, command: SendBy): readonly MessageEvent[] {
  const { actorId: senderId, receiverId, content } = command;
  switch (state.status) {
    case 'absent':
      return [messageSent(command)];
    case 'deleted':
      if (state.senderId !== senderId) throw new ProblemError('message_id_taken', say.messageIdTaken);
      throw new ProblemError('message_deleted', say.messageDeleted);
    case 'sent': {
      const isSame =
        state.senderId === senderId && state.receiverId === receiverId && state.content === content;
      if (isSame) return [];
      throw new ProblemError('message_id_taken', say.messageIdTaken);
    }
    default:
      return state satisfies never;
  }
}

/** Only the sender deletes; to everybody else there is no such message to delete. */
function remove(state: MessageState, actorId: number): readonly MessageEvent[] {
  if (state.status === 'absent' || state.senderId !== actorId) {
    throw new ProblemError('not_found', say.messageNotFound);
  }
  const { messageId, senderId, receiverId } = state;
  return state.status === 'deleted'
    ? []
    : [{ type: 'MessageDeleted', data: { messageId, senderId, receiverId } }];
}

function evolve(_before: MessageState, event: MessageEvent): MessageState {
  switch (event.type) {
    case 'MessageSent':
      return { status: 'sent', ...event.data };
    case 'MessageDeleted':
      return { status: 'deleted', ...event.data };
    default:
      return event satisfies never;
  }
}

/** The rules of `message-{id}`. */
export const messageDecider: Decider<MessageState, MessageCommand, MessageEvent> = {
  initialState: { status: 'absent' },
  decide: (state, command) =>
    command.type === 'SendMessage' ? send(state, command) : remove(state, command.actorId),
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & MessageEvent =>
    event.type === 'MessageSent' || event.type === 'MessageDeleted',
};
