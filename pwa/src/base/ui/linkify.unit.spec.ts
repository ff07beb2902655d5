import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkify } from './linkify.ts';

const links = (content: string) => linkify(content).flatMap(({ url }) => (url === null ? [] : [url]));

describe('links in texts', () => {
  it.each([
    ['see https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
    ['(http://example.org)', ['http://example.org']],
    ['https://a.example, https://b.example!', ['https://a.example', 'https://b.example']],
    ['https://a.example/b: two; `https://a.example/c`', ['https://a.example/b', 'https://a.example/c']],
    ['https://example.org:8080/a', ['https://example.org:8080/a']],
    ['Https://example.org/ HTTP://EXAMPLE.ORG', ['Https://example.org/', 'HTTP://EXAMPLE.ORG']],
    [
      "it is https://example.org/it's, and 'https://example.org/a'",
      ["https://example.org/it's", 'https://example.org/a'],
    ],
    ['https:// and http:// and nothing', []],
  ])('of a sentence: %j', (content, expected) => {
    expect(links(content)).toEqual(expected);
  });

  it.each([
    'https://en.wikipedia.org/wiki/Mercury_(planet)',
    'https://example.org/a[1]',
    'https://example.org/?q="a"&b={c}',
    'https://example.org/a,b;c/~d/#!/e',
    'https://bücher.example/ä',
    'https://xn--bcher-kva.example',
    'https://παράδειγμα.example',
    'http://[::1]:8080/',
  ])('go to their end, in brackets too: %s', (address) => {
    for (const [before, after] of ['  ', '()', '[]', '""', "''", '<>', '“”', '« »', '看。', ' …'])
      expect(links(`${before}${address}${after}`)).toEqual([address]);
  });

  it.each([
    ['https://example.org。谢谢', ['https://example.org']],
    ['请看https://example.org/a。谢谢', ['https://example.org/a']],
    ['https://example.org．evil.example ｡', ['https://example.org']],
    ['https://a.example/\u202ekcart', ['https://a.example/']],
    ['https://a.example\u200b.evil.example', ['https://a.example']],
    ['https://a.example/b\u2066c\u2069\ufeffd\u00ade', ['https://a.example/b']],
    ['https://a.example/b\u2800c', ['https://a.example/b']],
  ])('end before other full stops and invisible characters: %j', (content, expected) => {
    expect(links(content)).toEqual(expected);
  });

  it.each([
    'javascript:alert(1) data:text/html,x ftp://a.example //a.example',
    'www.example.org example.org ada@example.org mailto:ada@example.org',
    'https://example.org@evil.example https://user:password@evil.example/ https://:@evil.example',
    'https://1.1/ http://2130706433/ http://0x7f.1',
    'https://ⓔxample.org https://ｅxample.org https://example.org⁄a.evil.example',
    'https://example.org:99999/ httpſ://example.org',
  ])('are no other texts, and never lead elsewhere: %s', (content) => {
    expect(links(content)).toEqual([]);
  });

  const pieces = fc.constantFrom(
    ...[
      'https://',
      'Http://',
      'http:',
      '//',
      '/',
      '\\',
      '?',
      '#',
      ':',
      '@',
      '%',
      '.',
      '。',
      '．',
      '-',
      '_',
      '|',
    ],
    ...[
      '(',
      ')',
      '[',
      ']',
      '<b>',
      '"',
      "'",
      ' ',
      '\n',
      '\u202e',
      '\u200d',
      '\u0338',
      '⁄',
      'ﬁ',
      'ß',
      'İ',
      'ⓔ',
      'K',
    ],
    ...[
      'example.org',
      'a',
      'word',
      '443',
      '80',
      '1.1',
      '0x7f',
      '::1',
      'bücher',
      'xn--bcher-kva',
      '谢谢',
      'א',
      '😀',
    ],
  );
  const texts = fc.array(pieces, { maxLength: 12 }).map((some) => some.join(''));

  it('leave the text unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (content) => {
        const shown = linkify(content).map(({ text }) => text);
        expect(shown.join('')).toBe(content);
      }),
    );
  });

  it('lead to the host that they show', () => {
    fc.assert(
      fc.property(texts, (rest) => {
        for (const { text, url } of linkify(`https://${rest}`)) {
          if (url === null) continue;
          const { hostname, protocol } = new URL(url);
          expect(protocol).toMatch(/^https?:$/);
          const shown = text.replace(/^https?:\/\//i, '').replace(/(?:[/?#\\]|:\d*(?:[/?#\\]|$)).*$/, '');
          expect([hostname, domainToUnicode(hostname)]).toContain(shown.toLowerCase());
          expect(text).toBe(url);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
