import { limits } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import type { ReceivedFile } from '../../../device/offline/received.ts';
import { levelsOf, peaksOf } from '../voice/loudness.ts';

const sampleRate = 8000;

/** Thrown for a recording that can't be sent: broken, too long, or of an unsupported type. */
export class UnusableRecordingError extends Error {
  override readonly name = 'UnusableRecordingError';
}

/** Appends to a conversation's draft; an open composer shows it. */
export async function appendToDraft(
  db: MemberDatabase,
  conversation: ConversationKey,
  text: string,
): Promise<void> {
  await db.transaction('rw', db.drafts, async () => {
    const draft = await db.drafts.get(conversation);
    const whole = draft === undefined ? text : `${draft.text}\n${text}`;
    await db.drafts.put({ conversation, id: uuidv7(), text: whole });
  });
}

/**
 * Stores a recording in a conversation's composer.
 * @throws UnusableRecordingError, DOMException
 */
export async function putRecording(
  db: MemberDatabase,
  conversation: ConversationKey,
  { bytes, type }: ReceivedFile,
): Promise<void> {
  const mediaType = voiceTypeOf(type);
  if (mediaType === null || bytes.byteLength > limits.voiceBytesMax) throw new UnusableRecordingError(type);
  // Decoding detaches the buffer.
  const sound = await new OfflineAudioContext(1, 1, sampleRate)
    .decodeAudioData(bytes.slice(0))
    .catch((cause: unknown) => {
      throw new UnusableRecordingError(type, { cause });
    });
  if (sound.duration > limits.voiceSecondsMax) throw new UnusableRecordingError('too long');
  const peaks = peaksOf(levelsOf(sound.getChannelData(0)));
  await db.recordings.put({ id: conversation, bytes, mediaType, seconds: sound.duration, peaks });
}

/** Returns the server's name of a media type, given those that phones use; null if unsupported. */
export function voiceTypeOf(type: string): string | null {
  const name = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^(audio|video)\/webm$/.test(name)) return 'audio/webm';
  if (/^(audio|application)\/ogg$|^audio\/opus$/.test(name)) return 'audio/ogg';
  if (/^(audio|video)\/mp4$|^audio\/(x-)?m4a$/.test(name)) return 'audio/mp4';
  return null;
}
