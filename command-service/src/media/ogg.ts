import { type Recording, RecordingError } from './recording.ts';

const headerBytes = 27;
const firstPage = 0x02;
/** RFC 7845. */
const opusRate = 48_000;
const noPosition = 0xffff_ffff_ffff_ffffn;

/** `rate` is per second. */
interface Stream {
  readonly rate: number;
  readonly skipped: number;
  samples: number;
}

/** Opus or Vorbis. @throws RecordingError */
function streamOf(packet: Buffer): Stream {
  if (packet.toString('latin1', 0, 8) === 'OpusHead') {
    return { rate: opusRate, skipped: packet.readUInt16LE(10), samples: 0 };
  }
  if (packet.toString('latin1', 0, 7) === '\x01vorbis') {
    const rate = packet.readUInt32LE(12);
    if (rate === 0) throw new RecordingError('broken');
    return { rate, skipped: 0, samples: 0 };
  }
  throw new RecordingError('type');
}

const secondsOf = ({ rate, skipped, samples }: Stream): number => Math.max(0, samples - skipped) / rate;

/** RFC 3533; adds up successive streams. @throws RecordingError */
export function readOgg(bytes: Buffer): Recording {
  const live = new Map<number, Stream>();
  const all: Stream[] = [];
  let hasSound = false;
  for (let at = 0; at < bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) !== 'OggS') throw new RecordingError('broken');
    const flags = bytes.readUInt8(at + 5);
    const position = bytes.readBigUInt64LE(at + 6);
    const serial = bytes.readUInt32LE(at + 14);
    const segments = bytes.readUInt8(at + 26);
    const from = at + headerBytes + segments;
    const lengths = bytes.subarray(at + headerBytes, from);
    at = from + lengths.reduce((sum, length) => sum + length, 0);
    if (lengths.length < segments || at > bytes.length) throw new RecordingError('broken');
    if ((flags & firstPage) !== 0) {
      const stream = streamOf(bytes.subarray(from, at));
      live.set(serial, stream);
      all.push(stream);
      continue;
    }
    const stream = live.get(serial);
    if (stream === undefined) throw new RecordingError('broken');
    if (position === noPosition) continue;
    stream.samples = Math.max(stream.samples, Number(position));
    hasSound ||= position > 0n;
  }
  if (!hasSound) throw new RecordingError('broken');
  return { mediaType: 'audio/ogg', seconds: all.reduce((sum, stream) => sum + secondsOf(stream), 0) };
}
