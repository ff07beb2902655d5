import { expect, it } from 'vitest';
import { parseUrl } from './urls.ts';

it.each([
  ['https://pmcw.example/a?b', undefined, 'https://pmcw.example/a?b'],
  ['/media/1', 'https://pmcw.example', 'https://pmcw.example/media/1'],
  ['/media/1', undefined, undefined],
  ['https://', undefined, undefined],
  ['no address', undefined, undefined],
])('%j at %j is %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
