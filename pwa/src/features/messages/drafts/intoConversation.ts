import { limits } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import type { ReceivedFile } from '../../../device/offline/received.ts';
import { levelsOf, peaksOf } from '../voice/loudness.ts';

/** Samples a second that are enough to see how loud something is. */
const sampleRate = 8000;

/** A recording that can't be sent as a voice message: broken, too long, or of a kind that others could not play. */
export class UnusableRecordingError extends Error {
  override readonly name = 'UnusableRecordingError';
}

/** Puts text into a conversation's composer, after what is there, also where it is open: by the new id it knows that this is news. */
export async function writeInto(
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

/** Puts a recording into a conversation's composer, to be heard and sent. @throws UnusableRecordingError, DOMException */
export async function recordInto(
  db: MemberDatabase,
  conversation: ConversationKey,
  { bytes, type }: ReceivedFile,
): Promise<void> {
  const mediaType = voiceTypeOf(type);
  if (mediaType === null || bytes.byteLength > limits.voiceBytesMax) throw new UnusableRecordingError(type);
  // Decoding takes the bytes away.
  const sound = await new OfflineAudioContext(1, 1, sampleRate)
    .decodeAudioData(bytes.slice(0))
    .catch((cause: unknown) => {
      throw new UnusableRecordingError(type, { cause });
    });
  if (sound.duration > limits.voiceSecondsMax) throw new UnusableRecordingError('too long');
  const peaks = peaksOf(levelsOf(sound.getChannelData(0)));
  await db.recordings.put({ id: conversation, bytes, mediaType, seconds: sound.duration, peaks });
}

/** The kinds of recording that the server takes, by the names that telephones give them; null for all others. */
export function voiceTypeOf(type: string): string | null {
  const name = type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^(audio|video)\/webm$/.test(name)) return 'audio/webm';
  if (/^(audio|application)\/ogg$|^audio\/opus$/.test(name)) return 'audio/ogg';
  if (/^(audio|video)\/mp4$|^audio\/(x-)?m4a$/.test(name)) return 'audio/mp4';
  return null;
}
