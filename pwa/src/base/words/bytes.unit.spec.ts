import { describe, expect, it } from 'vitest';
import { bytesIn } from './bytes.ts';

describe('a number of bytes', () => {
  it.each([
    [0, '0 bytes', '0 Byte'],
    [1, '1 byte', '1 Byte'],
    [999, '999 bytes', '999 Byte'],
    [1_000, '1 kB', '1 kB'],
    [3_449_000, '3.4 MB', '3,4 MB'],
    [999_400, '999 kB', '999 kB'],
    [999_999, '1 MB', '1 MB'],
    [120_300_000_000, '120 GB', '120 GB'],
    [5_000_000_000_000_000, '5,000 TB', '5.000 TB'],
  ])('%i is "%s", in German "%s"', (bytes, english, german) => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect([plain(bytesIn('en', bytes)), plain(bytesIn('de', bytes))]).toEqual([english, german]);
  });
});
