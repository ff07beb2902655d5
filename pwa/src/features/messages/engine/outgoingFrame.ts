import { type ClientFrame, limits } from '@pmcw/contracts';
import type { OutboxRow } from '../../../device/offline/database.ts';
import { peerOf } from '../../../device/offline/keys.ts';

/**
 * Null when the frame is too large, as for longer recordings, so the message goes over HTTP.
 * @param voiceUrl the recording of a voice message as a data URL; null for text
 */
export function outgoingFrame(
  { id, lane, content, messageType }: OutboxRow,
  voiceUrl: string | null,
): ClientFrame | null {
  if (voiceUrl !== null && voiceUrl.length > limits.frameBytes) return null;
  const to = { receiverId: peerOf(lane), isGlobal: lane === 'global' };
  const voice = voiceUrl === null ? {} : { voiceUrl };
  const frame: ClientFrame = { type: 'message', id, ...to, content, messageType, ...voice };
  return new TextEncoder().encode(JSON.stringify(frame)).length <= limits.frameBytes ? frame : null;
}
