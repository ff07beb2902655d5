import { limits, texts } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  box,
  dataUrl,
  element,
  fragmentedMp4,
  mp4,
  ogg,
  oggPage,
  opusHead,
  track,
  webm,
  webmAudio,
  webmVideo,
} from '../../test/recordings.ts';
import { recordingOf } from './recordings.ts';

const { validation } = texts;
const lengthOf = (bytes: Buffer) => recordingOf(dataUrl(bytes)).seconds;
const refused = (code: string, message: string) =>
  expect.objectContaining({ code, message, errors: [{ path: 'voiceUrl', message }] });
const type = refused('unsupported_media_type', validation.voiceType);
const broken = refused('invalid_input', validation.voiceBroken);
const tooLong = refused('too_large', validation.voiceTooLong);
const never = 0xffff_ffff;

describe('a recording', () => {
  it('is stored as uploaded, with its own type', () => {
    const kept = recordingOf(dataUrl(webmAudio, 'AUDIO/WebM;codecs=opus'));
    expect(kept.mediaType).toBe('audio/webm');
    expect(kept.bytes.equals(webmAudio)).toBe(true);
    expect(recordingOf(dataUrl(ogg(2), '')).mediaType).toBe('audio/ogg');
    expect(recordingOf(dataUrl(mp4(track(2000)))).mediaType).toBe('audio/mp4');
  });

  it.each([
    ['what Chromium streams', webmAudio, 1.21],
    ['WebM by its last block', webm([0, 1, 2.5]), 2.5],
    ['WebM by its header, when that is longer', webm([0, 1], { more: element('4489', float(2000)) }), 2],
    ['WebM of a moment', webm([0]), null],
    ['Ogg', ogg(2), 2],
    ['Ogg in two parts', Buffer.concat([ogg(2), ogg(1.5)]), 3.5],
    ['MP4', mp4(track(2040)), 2.04],
    ['MP4 in fragments', fragmentedMp4(1000, 500), 1.5],
    ['MP4 that does not know', mp4(track(never)), null],
  ])('has a length if its bytes say so: %s', (_, bytes, seconds) => {
    if (seconds === null) expect(lengthOf(bytes)).toBeNull();
    else expect(lengthOf(bytes)).toBeCloseTo(seconds, 1);
  });

  it.each([
    ['WebM', webm([0, limits.voiceSecondsMax + 1])],
    ['Ogg', ogg(limits.voiceSecondsMax + 1)],
    ['Ogg in parts', Buffer.concat([ogg(200), ogg(101)])],
    ['MP4', mp4(track((limits.voiceSecondsMax + 1) * 1000))],
    ['MP4 in fragments', fragmentedMp4(200_000, 101_000)],
  ])('of more than five minutes is refused: %s', (_, bytes) => {
    expect(() => lengthOf(bytes)).toThrow(tooLong);
  });

  it('of exactly five minutes is accepted', () => {
    expect(lengthOf(ogg(limits.voiceSecondsMax))).toBe(limits.voiceSecondsMax);
  });

  it.each([
    ['pictures beside the sound', webmVideo],
    ['a track of pictures', webm([0], { trackType: 1 })],
    ['another codec', webm([0], { codec: 'A_MPEG/L3' })],
    ['Matroska', webm([0], { docType: 'matroska' })],
    ['Theora', oggPage(2, 0, Buffer.from('\x80theora', 'latin1'))],
    ['MP4 with pictures', mp4(track(1000), track(1000, { handler: 'vide', entry: 'avc1' }))],
    ['MP4 with Opus', mp4(track(1000, { entry: 'Opus' }))],
    ['WAV', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['MP3', Buffer.from('ID3\x03\0\0\0\0\0\0')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a zip', Buffer.from('PK\x03\x04')],
    ['zeros', Buffer.alloc(1000)],
    ['one byte', Buffer.alloc(1)],
  ])('is of no kind that is taken: %s', (_, bytes) => {
    expect(() => lengthOf(bytes)).toThrow(type);
  });

  it.each([
    ['WebM without its end', webmAudio.subarray(0, -10)],
    ['WebM without sound', webm([])],
    ['WebM whose length is no number', webm([0], { more: element('4489', float(Number.NaN)) })],
    ['WebM with a wrong size', Buffer.concat([webm([0]), Buffer.from('a308', 'hex')])],
    ['nothing but a header', webm([0]).subarray(0, 5)],
    ['Ogg without its end', ogg(2).subarray(0, -1)],
    ['Ogg without sound', oggPage(2, 0, opusHead)],
    ['Ogg with trailing bytes', Buffer.concat([ogg(2), Buffer.from('PK')])],
    ['a page of no stream', Buffer.concat([ogg(2), oggPage(0, 5, Buffer.from([1]), 7)])],
    ['MP4 without its end', mp4(track(1000)).subarray(0, -1)],
    ['MP4 without sound', Buffer.concat([box('ftyp'), box('moov', track(1000))])],
    [
      'MP4 with a box of a wrong size',
      Buffer.concat([mp4(track(1000)), Buffer.from([0, 0, 0, 2, 1, 1, 1, 1])]),
    ],
    [
      'MP4 that claims more samples than it has',
      Buffer.concat([fragmentedMp4(1000), box('moof', box('traf', box('trun', samples(0x100, never))))]),
    ],
  ])('is broken: %s', (_, bytes) => {
    expect(() => lengthOf(bytes)).toThrow(broken);
  });

  it('is refused if larger than the limit by a byte', () => {
    const large = refused('too_large', validation.voiceTooLarge);
    expect(() => lengthOf(Buffer.alloc(limits.voiceBytesMax + 1))).toThrow(large);
    expect(() => lengthOf(Buffer.alloc(limits.voiceBytesMax))).toThrow(type);
  });

  it('has no length if shorter than a hundredth of a second', () => {
    expect(lengthOf(mp4(track(1)))).toBeNull();
  });

  it('damaged in any way is refused or has a length, without other errors', () => {
    const whole = [webmAudio, webm([0, 1]), ogg(2), mp4(track(1000)), fragmentedMp4(1000, 500)];
    const damage = fc.record({
      which: fc.nat(whole.length - 1),
      at: fc.nat(3000),
      by: fc.uint8Array({ minLength: 1, maxLength: 8 }),
      cut: fc.nat(3000),
    });
    fc.assert(
      fc.property(damage, ({ which, at, by, cut }) => {
        const bytes = Buffer.from(whole[which] ?? []);
        bytes.set(by.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
        try {
          const seconds = lengthOf(bytes.subarray(0, Math.max(1, cut)));
          expect(seconds === null || (seconds > 0 && seconds <= limits.voiceSecondsMax)).toBe(true);
        } catch (error) {
          expect([type, broken, tooLong]).toContainEqual(error);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function samples(flags: number, count: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(flags);
  bytes.writeUInt32BE(count, 4);
  return bytes;
}
