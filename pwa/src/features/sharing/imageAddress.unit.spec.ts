import { describe, expect, it } from 'vitest';
import { readImageAddress } from './imageAddress.ts';

const origin = 'https://pmcw.example';

describe('readImageAddress', () => {
  it.each([
    ['', { kind: 'none' }],
    ['   ', { kind: 'none' }],
    ['/media/abc', { kind: 'own', src: 'https://pmcw.example/media/abc' }],
    [' https://pmcw.example/media/abc ', { kind: 'own', src: 'https://pmcw.example/media/abc' }],
    ['https://images.example:8443/a.png', { kind: 'foreign', host: 'images.example:8443' }],
    ['HTTP://images.example/a.png', { kind: 'foreign', host: 'images.example' }],
    ['https://pmcw.example.evil.example/a', { kind: 'foreign', host: 'pmcw.example.evil.example' }],
    ['https://pmcw.example@evil.example/a', { kind: 'foreign', host: 'evil.example' }],
    ['//images.example/a.png', { kind: 'invalid' }],
    ['images.example/a.png', { kind: 'invalid' }],
    ['javascript:alert(1)', { kind: 'invalid' }],
    ['data:image/png;base64,AAAA', { kind: 'invalid' }],
    ['https://', { kind: 'invalid' }],
  ])('of %j is %j', (typed, address) => {
    expect(readImageAddress(typed, origin)).toEqual(address);
  });
});
