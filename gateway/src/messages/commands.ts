import { randomBytes } from 'node:crypto';
import {
  type ClientFrame,
  type MarkRead,
  parse,
  type SendMessage,
  sendGlobalMessageBodySchema,
  sendMessageBodySchema,
} from '@pmcw/contracts';

type MessageFrame = Extract<ClientFrame, { type: 'message' }>;
type MarkReadFrame = Extract<ClientFrame, { type: 'mark_read' }>;

/**
 * The sender's names in the frame are ignored (design "Realtime").
 * @throws ProblemError `invalid_input`
 */
export function sendMessageOf(frame: MessageFrame): SendMessage {
  if (frame.isGlobal) {
    const { id = newMessageId(), senderId: _, ...message } = parse(sendGlobalMessageBodySchema, frame);
    return { type: 'SendMessage', id, receiverId: null, ...message };
  }
  const { id = newMessageId(), senderId: _, ...message } = parse(sendMessageBodySchema, frame);
  return { type: 'SendMessage', id, ...message };
}

export function markReadOf({ senderId, upTo }: MarkReadFrame): MarkRead {
  return { type: 'MarkRead', peerId: senderId, upTo: upTo ?? null };
}

export function newMessageId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
