import { describe, expect, it } from 'vitest';
import { bytesToDataUrl } from './bytesToDataUrl.ts';
import { minutesAndSeconds } from './duration.ts';
import { barCount, levelsOf, loudnessOf, peaksOf } from './loudness.ts';
import { chooseType } from './microphone.ts';

describe('a length', () => {
  it.each([
    [0, '0:00'],
    [0.99, '0:00'],
    [7.2, '0:07'],
    [59.999, '0:59'],
    [60, '1:00'],
    [299.5, '4:59'],
    [300, '5:00'],
  ])('of %d seconds is %s', (seconds, words) => {
    expect(minutesAndSeconds(seconds)).toBe(words);
  });
});

describe('bytes', () => {
  it.each([0, 1, 2, 3, 0x8000, 0x8001, 100_000])('become a data URL, all %i of them', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => i % 251);
    const url = bytesToDataUrl(bytes.buffer, 'audio/webm;codecs=opus');
    expect(url.startsWith('data:audio/webm;codecs=opus;base64,')).toBe(true);
    expect(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64').equals(bytes)).toBe(true);
  });
});

describe('the type of a recording', () => {
  it('is the first that the browser can write', () => {
    expect(chooseType(() => true)).toBe('audio/webm;codecs=opus');
    expect(chooseType((type) => type.includes('mp4a'))).toBe('audio/mp4;codecs=mp4a.40.2');
  });

  it('is never Opus in MP4, which the server refuses, and null if nothing else is left', () => {
    const asked: string[] = [];
    const canOnlyMp4 = (type: string) => {
      asked.push(type);
      return ['audio/mp4', 'audio/mp4;codecs=opus'].includes(type);
    };
    expect(chooseType(canOnlyMp4)).toBeNull();
    expect(asked.every((type) => type.includes('codecs='))).toBe(true);
  });
});

describe('a waveform', () => {
  const tone = (loud: number, length: number) =>
    Float32Array.from({ length }, (_, i) => loud * Math.sin(i / 3));

  it('is flat for silence despite the noise of the microphone', () => {
    expect(loudnessOf(tone(0, 100))).toBe(0);
    expect(loudnessOf(tone(0.002, 100))).toBe(0);
    expect(loudnessOf(new Float32Array(0))).toBe(0);
    expect(peaksOf([])).toEqual(Array.from({ length: barCount }, () => 0));
    expect(peaksOf([0, 0, 0])).toEqual(Array.from({ length: barCount }, () => 0));
  });

  it('rises with the loudness, but not beyond its height', () => {
    expect(loudnessOf(tone(0.05, 1000))).toBeLessThan(loudnessOf(tone(0.2, 1000)));
    expect(loudnessOf(tone(1, 1000))).toBe(1);
  });

  it('has its bars where the sound is: silence, then a tone half as long', () => {
    const samples = Float32Array.from([...tone(0, 4000), ...tone(0.3, 4000)]);
    const peaks = peaksOf(levelsOf(samples));
    expect(peaks).toHaveLength(barCount);
    expect(peaks.slice(0, barCount / 2 - 1).every((bar) => bar === 0)).toBe(true);
    expect(peaks.slice(barCount / 2 + 1).every((bar) => bar > 90)).toBe(true);
  });

  it('has all its bars even for a very short recording', () => {
    const peaks = peaksOf([0.2, 0.4]);
    expect(peaks).toHaveLength(barCount);
    expect(peaks[0]).toBe(50);
    expect(peaks.at(-1)).toBe(100);
  });
});
