import { type ClientFrame, limits } from '@pmcw/contracts';
import type { OutboxRow } from '../../../device/offline/database.ts';
import { peerOf } from '../../../device/offline/keys.ts';

/**
 * Null when the frame is too large, as for longer recordings, so the message goes over HTTP.
 * @param voiceUrl the recording of a voice message as a data URL; null for text
 * @param previous the message of the lane sent right before it on this socket, if that has no answer yet
 */
export function outgoingFrame(
  { id, lane, content, messageType }: OutboxRow,
  voiceUrl: string | null,
  previous: string | null = null,
): ClientFrame | null {
  if (voiceUrl !== null && voiceUrl.length > limits.frameBytes) return null;
  const frame: ClientFrame = {
    ...{ type: 'message', id, receiverId: peerOf(lane), isGlobal: lane === 'global', content, messageType },
    ...(voiceUrl === null ? {} : { voiceUrl }),
    ...(previous === null ? {} : { previous }),
  };
  return new TextEncoder().encode(JSON.stringify(frame)).length <= limits.frameBytes ? frame : null;
}
