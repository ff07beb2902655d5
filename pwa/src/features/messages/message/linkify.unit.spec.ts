import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkify } from './linkify.ts';

const links = (content: string) => linkify(content).flatMap(({ url }) => (url === null ? [] : [url]));

describe('links in messages', () => {
  it.each([
    ['see https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
    ['(http://example.org)', ['http://example.org']],
    ['https://a.example, https://b.example!', ['https://a.example', 'https://b.example']],
    ['javascript:alert(1) data:text/html,x ftp://a.example', []],
    ['https://a.example/\u202ekcart', ['https://a.example/']],
    ['https:// and http://', []],
    ['nothing', []],
  ])('of %j', (content, expected) => {
    expect(links(content)).toEqual(expected);
  });

  it('leave the text unchanged', () => {
    const words = fc.constantFrom('https://a.example/x', ' ', '.', 'word', '\n', 'http://', '<b>');
    fc.assert(
      fc.property(fc.array(words), (parts) => {
        const content = parts.join('');
        expect(
          linkify(content)
            .map(({ text }) => text)
            .join(''),
        ).toBe(content);
      }),
    );
  });
});
