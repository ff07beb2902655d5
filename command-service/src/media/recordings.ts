import { limits } from '@pmcw/contracts';
import type { MediaBytes } from '@pmcw/vault';
import { bytesOf, isLie } from './dataUrl.ts';
import { readMp4 } from './mp4.ts';
import { readOgg } from './ogg.ts';
import { type Recording, RecordingError } from './recording.ts';
import { voiceRefusal } from './refusals.ts';
import { readWebm } from './webm.ts';

/** A voice message as it is kept: as it came. */
export interface KeptRecording extends MediaBytes {
  /** Null where the bytes don't tell. */
  readonly seconds: number | null;
}

const readers = [
  { signature: /^.E\u00df\u00a3/s, read: readWebm },
  { signature: /^OggS/, read: readOgg },
  { signature: /^.{4}ftyp/s, read: readMp4 },
];

/**
 * Finds out what a recording is by walking its structure once, without decoding sound: two megabytes take some
 * milliseconds, whoever made them.
 */
function read(bytes: Buffer): Recording {
  const start = bytes.toString('latin1', 0, 8);
  const reader = readers.find(({ signature }) => signature.test(start));
  if (reader === undefined) throw new RecordingError('type');
  try {
    const recording = reader.read(bytes);
    if (!Number.isFinite(recording.seconds)) throw new RecordingError('broken');
    return recording;
  } catch (error) {
    // A length that leads beyond the end.
    throw error instanceof RangeError ? new RecordingError('broken') : error;
  }
}

/**
 * The recording in a data URL, looked at (design "HTTP": WebM with Opus, Ogg, MP4 with AAC; 5 minutes or 2 MB).
 * @throws ProblemError `unsupported_media_type`, `too_large`, `invalid_input`
 */
export function recordingOf(dataUrl: string): KeptRecording {
  const bytes = bytesOf(dataUrl, limits.voiceBytesMax);
  if (bytes === null) throw voiceRefusal('large');
  try {
    const { mediaType, seconds } = read(bytes);
    if (isLie(dataUrl, mediaType)) throw voiceRefusal('lie');
    if (seconds > limits.voiceSecondsMax) throw voiceRefusal('long');
    const rounded = Math.round(seconds * 100) / 100;
    return { bytes, mediaType, seconds: rounded > 0 ? rounded : null };
  } catch (error) {
    throw error instanceof RecordingError ? voiceRefusal(error.why) : error;
  }
}
