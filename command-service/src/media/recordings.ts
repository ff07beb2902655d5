import { limits } from '@pmcw/contracts';
import type { MediaBytes } from '@pmcw/vault';
import { bytesOf, isLie } from './dataUrl.ts';
import { readMp4 } from './mp4.ts';
import { readOgg } from './ogg.ts';
import { type Recording, RecordingError } from './recording.ts';
import { voiceRefusal } from './refusals.ts';
import { readWebm } from './webm.ts';

export interface KeptRecording extends MediaBytes {
  /** Null if the bytes don't say. */
  readonly seconds: number | null;
}

const readers = [
  { signature: /^.E\u00df\u00a3/s, read: readWebm },
  { signature: /^OggS/, read: readOgg },
  { signature: /^.{4}ftyp/s, read: readMp4 },
];

/** Walks the structure once, without decoding: 2 MB take milliseconds, even if malicious. */
function read(bytes: Buffer): Recording {
  const start = bytes.toString('latin1', 0, 8);
  const reader = readers.find(({ signature }) => signature.test(start));
  if (reader === undefined) throw new RecordingError('type');
  try {
    const recording = reader.read(bytes);
    if (!Number.isFinite(recording.seconds)) throw new RecordingError('broken');
    return recording;
  } catch (error) {
    // A length points beyond the end.
    throw error instanceof RangeError ? new RecordingError('broken') : error;
  }
}

/** WebM with Opus, Ogg, MP4 with AAC; 5 minutes or 2 MB. @throws ProblemError */
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
