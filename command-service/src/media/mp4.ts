import { type Recording, RecordingError } from './recording.ts';

/** ISO/IEC 14496-12. */
const containers: ReadonlySet<string> = new Set([
  'moov',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'mvex',
  'moof',
  'traf',
]);

interface Track {
  handlers: string[];
  entries: string[];
  /** Units per second. */
  timescale: number;
  duration: number;
  /** Defaults of the file and of this fragment. */
  sampleDuration: number;
  fragmentSampleDuration: number;
  fragments: number;
  hasData: boolean;
}

function mediaHeader(track: Track, box: Buffer): void {
  const isLong = box.readUInt8(0) === 1;
  track.timescale = box.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(box.readBigUInt64BE(24)) : box.readUInt32BE(16);
  // All ones means unknown, as in fragmented files.
  const isUnknown = isLong ? duration >= 2 ** 64 - 1 : duration === 0xffff_ffff;
  track.duration = isUnknown ? 0 : duration;
}

function fragmentHeader(track: Track, box: Buffer): void {
  const flags = box.readUIntBE(1, 3);
  const at = 8 + ((flags & 0x1) !== 0 ? 8 : 0) + ((flags & 0x2) !== 0 ? 4 : 0);
  track.fragmentSampleDuration = (flags & 0x8) !== 0 ? box.readUInt32BE(at) : track.sampleDuration;
}

function run(track: Track, box: Buffer): void {
  const flags = box.readUIntBE(1, 3);
  const count = box.readUInt32BE(4);
  if ((flags & 0x100) === 0) {
    track.fragments += count * track.fragmentSampleDuration;
    return;
  }
  const sampleBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length * 4;
  const from = 8 + ((flags & 0x1) !== 0 ? 4 : 0) + ((flags & 0x4) !== 0 ? 4 : 0);
  if (from + count * sampleBytes > box.length) throw new RecordingError('broken');
  for (let n = 0; n < count; n += 1) track.fragments += box.readUInt32BE(from + n * sampleBytes);
}

function readLeaf(track: Track, type: string, box: Buffer): void {
  if (type === 'hdlr') track.handlers.push(box.toString('latin1', 8, 12));
  else if (type === 'stsd') {
    if (box.readUInt32BE(4) !== 1) throw new RecordingError('type');
    track.entries.push(box.toString('latin1', 12, 16));
  } else if (type === 'mdhd') mediaHeader(track, box);
  else if (type === 'trex') track.sampleDuration = box.readUInt32BE(12);
  else if (type === 'tfhd') fragmentHeader(track, box);
  else if (type === 'trun') run(track, box);
  else if (type === 'mdat') track.hasData ||= box.length > 0;
}

function extent(bytes: Buffer, at: number): { readonly from: number; readonly to: number } {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { from: at + 8, to: bytes.length };
  const [header, length] = size === 1 ? [16, Number(bytes.readBigUInt64BE(at + 8))] : [8, size];
  if (length < header || at + length > bytes.length) throw new RecordingError('broken');
  return { from: at + header, to: at + length };
}

/** Whole or fragmented. @throws RecordingError */
export function readMp4(bytes: Buffer): Recording {
  const track: Track = {
    handlers: [],
    entries: [],
    timescale: 0,
    duration: 0,
    sampleDuration: 0,
    fragmentSampleDuration: 0,
    fragments: 0,
    hasData: false,
  };
  for (let at = 0; at < bytes.length; ) {
    const { from, to } = extent(bytes, at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!containers.has(type)) readLeaf(track, type, bytes.subarray(from, to));
    // Descends into containers.
    at = containers.has(type) ? from : to;
  }
  const { handlers, entries, timescale, duration, fragments, hasData } = track;
  if (handlers.some((handler) => handler !== 'soun') || entries.some((entry) => entry !== 'mp4a')) {
    throw new RecordingError('type');
  }
  if (handlers.length !== 1 || entries.length !== 1 || timescale === 0 || !hasData) {
    throw new RecordingError('broken');
  }
  return { mediaType: 'audio/mp4', seconds: Math.max(duration, fragments) / timescale };
}
