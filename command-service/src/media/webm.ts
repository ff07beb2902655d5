import { type Recording, RecordingError } from './recording.ts';

/** RFC 8794, RFC 9559. */
const ids = {
  docType: 0x4282,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  trackType: 0x83,
  codec: 0x86,
  clusterTimestamp: 0xe7,
  simpleBlock: 0xa3,
  block: 0xa1,
} as const;

/** EBML, Segment, Info, Tracks, TrackEntry, Cluster, BlockGroup. */
const masters: ReadonlySet<number> = new Set([
  0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0,
]);

const audioTrack = 2;

/** With or without its marker bit. */
function variable(bytes: Buffer, at: number, withMarker: boolean): { length: number; value: number } {
  const length = Math.clz32(bytes.readUInt8(at)) - 23;
  if (length > 8) throw new RecordingError('broken');
  let value = withMarker ? bytes.readUInt8(at) : bytes.readUInt8(at) & (0xff >> length);
  let isUnknown = (bytes.readUInt8(at) | (0xff00 >> length)) % 256 === 255;
  for (let n = 1; n < length; n += 1) {
    value = value * 256 + bytes.readUInt8(at + n);
    isUnknown &&= bytes.readUInt8(at + n) === 255;
  }
  return { length, value: isUnknown && !withMarker ? Number.POSITIVE_INFINITY : value };
}

function unsigned(data: Buffer): number {
  if (data.length > 8) throw new RecordingError('broken');
  return data.reduce((value, byte) => value * 256 + byte, 0);
}

const float = (data: Buffer): number => (data.length === 4 ? data.readFloatBE() : data.readDoubleBE());

/** Streaming recorders write no lengths, so the last block yields the duration. @throws RecordingError */
export function readWebm(bytes: Buffer): Recording {
  const codecs: string[] = [];
  const tracks: number[] = [];
  let [docType, scale, duration, cluster, last] = ['', 1_000_000, 0, 0, -1];
  for (let at = 0; at < bytes.length; ) {
    const id = variable(bytes, at, true);
    const size = variable(bytes, at + id.length, false);
    const from = at + id.length + size.length;
    if (masters.has(id.value)) {
      at = from;
      continue;
    }
    at = from + size.value;
    if (at > bytes.length) throw new RecordingError('broken');
    const data = bytes.subarray(from, at);
    if (id.value === ids.docType) docType = data.toString('latin1');
    else if (id.value === ids.timestampScale) scale = unsigned(data);
    else if (id.value === ids.duration) duration = float(data);
    else if (id.value === ids.trackType) tracks.push(unsigned(data));
    else if (id.value === ids.codec) codecs.push(data.toString('latin1'));
    else if (id.value === ids.clusterTimestamp) cluster = unsigned(data);
    else if (id.value === ids.simpleBlock || id.value === ids.block) {
      // After the track number; relative to the cluster.
      last = Math.max(last, cluster + data.readInt16BE(variable(data, 0, false).length));
    }
  }
  if (docType !== 'webm') throw new RecordingError('type');
  if (tracks.some((type) => type !== audioTrack) || codecs.some((codec) => codec !== 'A_OPUS')) {
    throw new RecordingError('type');
  }
  if (tracks.length === 0 || codecs.length === 0 || last < 0) throw new RecordingError('broken');
  return { mediaType: 'audio/webm', seconds: (Math.max(duration, last) * scale) / 1e9 };
}
