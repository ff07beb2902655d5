import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { dataUrlSchema, mediaUrl } from './media.ts';

const accepts = (url: unknown) => v.safeParse(dataUrlSchema('broken'), url).success;

describe('a data URL', () => {
  it.each([
    'data:image/png;base64,AAAA',
    'data:image/png;base64,AAA=',
    'data:image/png;base64,AA==',
    'data:image/png;base64,AAA',
    'data:;base64,+/Az',
    'data:audio/webm;codecs=opus;base64,AAAA',
    'DATA:IMAGE/PNG;BASE64,AAAA',
  ])('is accepted: %s', (url) => {
    expect(accepts(url)).toBe(true);
  });

  it.each([
    '',
    'AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'data:image/png;base64,=',
    'data:image/png;base64,A',
    'data:image/png;base64,A===',
    'data:image/png;base64,AA=A',
    'data:image/png;base64,AAA==',
    'data:image/png;base64,AAAA=',
    'data:image/png;base64,AA A',
    'data:image/png;base64,AA\nA',
    'data:image/png;base64,A-_A',
    'data:image/png;base64,AAAA,AAAA',
    `data:${'x'.repeat(300)};base64,AAAA`,
    'https://example.org/a.png',
    'blob:https://example.org/1',
    7,
    null,
  ])('is refused: %j', (url) => {
    expect(accepts(url)).toBe(false);
  });
});

describe('the address of media', () => {
  it('exists for a hash only', () => {
    expect(mediaUrl('a'.repeat(64))).toBe(`/media/${'a'.repeat(64)}`);
    for (const none of [null, '[erased]', '', 'A'.repeat(64)]) expect(mediaUrl(none)).toBeNull();
  });
});
