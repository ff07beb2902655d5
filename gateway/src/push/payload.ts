import { balanced, excerpt, type PushPayload } from '@pmcw/contracts';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';

export type MessageSent = Extract<RecordedEvent<ProductEvents>, { type: 'MessageSent' }>;

const textMost = 100;

export function payloadOf(
  { data, metadata, position }: MessageSent,
  sender: PushPayload['from'],
  showsText: boolean,
): PushPayload {
  const { messageId: id, senderId, messageType, content } = data;
  return {
    ...{ type: 'message', id, senderId, position: String(position) },
    from: sender && { id: sender.id, username: sender.username, fullName: sender.fullName },
    messageType,
    text: showsText && messageType === 'text' ? balanced(excerpt(content, textMost)) : null,
    sentAt: metadata.time,
  };
}

/** Push services accept only https and mailto addresses. */
export const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost';
