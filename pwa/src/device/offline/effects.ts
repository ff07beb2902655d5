import { type ChangeFrame, positionHeaders, type ToldMessage } from '@pmcw/contracts';
import { knowsAllAfter } from './conversations.ts';
import type { StoredVoice } from './database.ts';
import {
  type ConversationKey,
  conversationKey,
  firstOrder,
  laterOrder,
  type Order,
  orderOf,
} from './keys.ts';
import { applySettings } from './ownSettings.ts';
import type { Step } from './step.ts';
import { keyOf } from './subjects.ts';

/** How each message, deletion and mark changes what is stored, in a step that has read the rows it needs. */

export function applyChange(step: Step, change: ChangeFrame): void {
  switch (change.type) {
    case 'new_message':
    case 'new_global_message':
      applyMessage(step, change.message);
      break;
    case 'message_deleted':
      deleteMessage(step, change.id);
      break;
    case 'message_restored':
      restoreMessage(step, change.message);
      break;
    case 'messages_read':
      applyRead(step, change);
      break;
    case 'conversation_changed':
      applySettings(step, conversationKey(change.peerId), change);
      break;
    case 'contact_changed':
    case 'member_deleted':
      // Applied between steps (`applyInOrder`).
      break;
    default:
      change satisfies never;
  }
}

export function applyMessage(step: Step, message: ToldMessage): void {
  const { id, senderId, content, createdAt, sender } = message;
  const isOwn = senderId === step.ownerId;
  if (sender !== null) step.remember({ id: senderId, ...sender });
  const key = keyOf(message, step.ownerId);
  const order = orderOf(message.position);
  if (!message.isGlobal) noteRequest(step, key, !isOwn && message.isRequest === true);
  if (!isOwn && order <= step.read(key).deletedUpTo) return;
  const voice = message.messageType === 'voice' ? voiceOf(message) : null;
  step.put({ id, conversation: key, order, senderId, content, voice, createdAt });
  // `isRead` is the receiver's mark; in the global chat it is the owner's own.
  if (!message.isRead) return;
  if (!isOwn) raiseOwnMark(step, key, order, true);
  else if (!message.isGlobal) raisePeerMark(step, key, order);
}

/** Any message by the owner, or from a member they know, ends a request. */
export function noteRequest(step: Step, key: ConversationKey, isRequest: boolean): void {
  step.set(key, { isRequest: isRequest ? (step.read(key).isRequest ?? true) : false });
}

/** The URL makes the server wait until its read model has the message, which may arrive here first. */
function voiceOf({ voiceUrl, voiceSeconds: seconds, position }: ToldMessage): StoredVoice {
  const url = voiceUrl === null ? null : `${voiceUrl}?${positionHeaders.minPositionParam}=${position}`;
  return { url, seconds, peaks: null };
}

export function deleteMessage(step: Step, id: string): void {
  const message = step.delete(id);
  if (message === null) return;
  const conversation = step.read(message.conversation);
  const wasCounted = message.senderId !== step.ownerId && message.order <= conversation.counted.upTo;
  const isUnread = wasCounted && message.order > conversation.readUpTo;
  if (isUnread && !knowsAllAfter(conversation, conversation.readUpTo)) step.listIsStale = true;
  // The new last message may not be on this device.
  if (!knowsAllAfter(conversation, firstOrder)) step.listIsStale = true;
}

/** Only if the messages after it are here, so that the thread has no gap. */
function restoreMessage(step: Step, message: ToldMessage): void {
  if (!step.undelete(message.id)) return;
  step.listIsStale = true;
  const conversation = step.read(keyOf(message, step.ownerId));
  if (knowsAllAfter(conversation, orderOf(message.position))) applyMessage(step, message);
}

function applyRead(step: Step, change: Extract<ChangeFrame, { type: 'messages_read' }>): void {
  const upTo = orderOf(change.upTo);
  const { ownerId } = step;
  if (change.readerId === ownerId) {
    raiseOwnMark(step, conversationKey(change.peerId), upTo, true);
  } else if (change.peerId === ownerId) {
    raisePeerMark(step, conversationKey(change.readerId), upTo);
  }
}

function raisePeerMark(step: Step, key: ConversationKey, upTo: Order): void {
  step.set(key, { peerReadUpTo: laterOrder(step.read(key).peerReadUpTo, upTo) });
}

export function raiseOwnMark(step: Step, key: ConversationKey, upTo: Order, isConfirmed: boolean): void {
  const conversation = step.read(key);
  const { readUpTo, toldUpTo, counted } = conversation;
  step.set(key, {
    readUpTo: laterOrder(readUpTo, upTo),
    ...(isConfirmed ? { toldUpTo: laterOrder(toldUpTo, upTo) } : {}),
  });
  // Only the server knows how many counted messages come after a mark in their middle.
  const isInTheMiddle = counted.unread > 0 && upTo > readUpTo && upTo < counted.upTo;
  if (isInTheMiddle && !knowsAllAfter(conversation, upTo)) step.listIsStale = true;
}
