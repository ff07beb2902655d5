import { describe, expect, it } from 'vitest';
import { rangeOf } from './ranges.ts';

describe('of 100 bytes', () => {
  it.each([
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=99-', { from: 99, to: 99 }],
    ['bytes=10-19', { from: 10, to: 19 }],
    ['bytes=10-1000', { from: 10, to: 99 }],
    ['BYTES= 10 - 19', { from: 10, to: 19 }],
    ['bytes=-1', { from: 99, to: 99 }],
    ['bytes=-100', { from: 0, to: 99 }],
    ['bytes=-1000', { from: 0, to: 99 }],
  ])('%s is a part', (header, part) => {
    expect(rangeOf(header, 100)).toEqual(part);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=999999999999999-'])(
    '%s is unsatisfiable',
    (header) => {
      expect(rangeOf(header, 100)).toBe('unsatisfiable');
    },
  );

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=19-10',
    'bytes=a-b',
    'bytes=0-1,5-6',
    'bytes=9999999999999999-',
    'lines=1-2',
  ])('%j is the whole', (header) => {
    expect(rangeOf(header, 100)).toBe('whole');
  });
});
