import { ProblemError, type SendMessage, texts } from '@pmcw/contracts';
import { type MessageEvent, type MessageState, messageFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

export interface DeleteMessage {
  readonly type: 'DeleteMessage';
}

/** By an administrator. */
export interface RemoveMessage {
  readonly type: 'RemoveMessage';
}

/** The recording is already stored. */
export type SendBy = Omit<SendMessage, 'voiceUrl'> & {
  readonly actorId: number;
  readonly voiceHash: string | null;
  readonly voiceSeconds: number | null;
  /** Undefined in the global chat. */
  readonly isRequest?: boolean | undefined;
};
type MessageSent = Extract<MessageEvent, { type: 'MessageSent' }>;

export type MessageCommand = SendBy | (DeleteMessage & { readonly actorId: number }) | RemoveMessage;

const { refusals } = texts;

function messageSent({ type: _, id: messageId, actorId: senderId, ...message }: SendBy): MessageSent {
  const { receiverId, messageType, content, voiceHash, voiceSeconds, isRequest } = message;
  return {
    type: 'MessageSent',
    data: { messageId, senderId, receiverId, messageType, content, voiceHash, voiceSeconds, isRequest },
  };
}

/** The id is the idempotency key permanently. */
function send(state: MessageState, command: SendBy): readonly MessageEvent[] {
  const { actorId: senderId, receiverId } = command;
  switch (state.status) {
    case 'absent':
      return [messageSent(command)];
    case 'deleted':
      if (state.senderId !== senderId) throw new ProblemError('message_id_taken', refusals.messageIdTaken);
      throw new ProblemError('message_deleted', refusals.messageDeleted);
    case 'sent': {
      const isSame =
        state.senderId === senderId &&
        state.receiverId === receiverId &&
        state.messageType === command.messageType &&
        state.content === command.content &&
        state.voiceHash === command.voiceHash;
      if (isSame) return [];
      throw new ProblemError('message_id_taken', refusals.messageIdTaken);
    }
    default:
      return state satisfies never;
  }
}

function remove(
  state: MessageState,
  by: { readonly actorId: number } | 'administrator',
): readonly MessageEvent[] {
  const isRemoval = by === 'administrator';
  if (state.status === 'absent' || (!isRemoval && by.actorId !== state.senderId)) {
    throw new ProblemError('not_found', refusals.messageNotFound);
  }
  const { messageId, senderId, receiverId } = state;
  const data = { messageId, senderId, receiverId, ...(isRemoval && { isRemoval }) };
  return state.status === 'deleted' ? [] : [{ type: 'MessageDeleted', data }];
}

function decide(state: MessageState, command: MessageCommand): readonly MessageEvent[] {
  switch (command.type) {
    case 'SendMessage':
      return send(state, command);
    case 'DeleteMessage':
      return remove(state, command);
    case 'RemoveMessage':
      return remove(state, 'administrator');
    default:
      return command satisfies never;
  }
}

export const messageDecider: Decider<MessageState, MessageCommand, MessageEvent> = {
  ...messageFold,
  budgetOf: () => 'edits',
  decide,
};
