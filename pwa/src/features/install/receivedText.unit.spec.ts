import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinedText } from './receivedText.ts';

describe('text shared by another app', () => {
  it.each([
    [{ title: '', text: 'hello', url: '' }, 'hello'],
    [{ title: 'A page', text: '', url: 'https://example.org/' }, 'A page\nhttps://example.org/'],
    [
      { title: 'A page', text: 'A page https://example.org/', url: 'https://example.org/' },
      'A page https://example.org/',
    ],
    [{ title: 'same', text: 'same', url: 'same' }, 'same'],
    [{ title: ' ', text: '\n', url: '' }, ''],
  ])('%o', (parts, text) => {
    expect(joinedText(parts)).toBe(text);
  });

  it('loses no part', () => {
    const part = fc.string({ maxLength: 6 });
    fc.assert(
      fc.property(part, part, part, (title, text, url) => {
        const all = joinedText({ title, text, url });
        for (const each of [title, text, url]) expect(all).toContain(each.trim());
      }),
    );
  });
});
