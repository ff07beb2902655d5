import {
  type ClientFrame,
  type MarkRead,
  parse,
  type SendMessage,
  sendGlobalMessageBodySchema,
  sendMessageBodySchema,
} from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';

export type MessageFrame = Extract<ClientFrame, { type: 'message' }>;
export type MarkReadFrame = Extract<ClientFrame, { type: 'mark_read' }>;

/**
 * The sender's names in the frame are ignored.
 * @throws ProblemError `invalid_input`
 */
export function sendMessageOf(frame: MessageFrame): SendMessage {
  if (frame.isGlobal) {
    const { id = uuidv7(), senderId: _, ...message } = parse(sendGlobalMessageBodySchema, frame);
    return { type: 'SendMessage', id, receiverId: null, ...message };
  }
  const { id = uuidv7(), senderId: _, ...message } = parse(sendMessageBodySchema, frame);
  return { type: 'SendMessage', id, ...message };
}

export function markReadOf({ senderId, upTo }: MarkReadFrame): MarkRead {
  return { type: 'MarkRead', peerId: senderId, upTo: upTo ?? null };
}
