import type { OutboxRow } from '../../../device/offline/database.ts';
import { peerOf } from '../../../device/offline/keys.ts';

interface OutgoingPost {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * With `senderId`, the server refuses the message if another member has signed in since.
 * @param voiceUrl the recording of a voice message as a data URL; null for text
 */
export function outgoingPost(row: OutboxRow, senderId: number, voiceUrl: string | null): OutgoingPost {
  const receiverId = peerOf(row.lane);
  const { id, content, messageType } = row;
  const to = receiverId === null ? {} : { receiverId };
  const voice = voiceUrl === null ? {} : { voiceUrl };
  return {
    path: receiverId === null ? '/api/messages/global' : '/api/messages',
    body: { id, content, messageType, senderId, ...to, ...voice },
  };
}
