import { describe, expect, it } from 'vitest';
import { isNavigation } from './navigation.ts';

const isFor = (headers: Readonly<Record<string, string>>, method = 'GET') =>
  isNavigation({ method, headers });
const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a request is for a person', () => {
  it('by its mode, whatever it accepts', () => {
    expect(isFor({ 'sec-fetch-mode': 'navigate' })).toBe(true);
    expect(isFor({ 'sec-fetch-mode': 'cors', accept: html })).toBe(false);
    expect(isFor({ 'sec-fetch-mode': 'no-cors', accept: html })).toBe(false);
  });

  it.each([
    [html, true],
    ['text/html', true],
    ['TEXT/HTML; level=1; q=0.5', true],
    ['text/html,*/*', true],
    ['application/json;q=0.5, text/html;q=0.6', true],
    ['application/json, text/html', false],
    ['application/problem+json, text/html;q=0.9', false],
    ['text/html;q=0.5, */*', false],
    ['text/html;q=0', false],
    ['text/html;q=much', false],
    ['application/json, text/plain, */*', false],
    ['*/*', false],
    ['', false],
    [`${'image/avif,'.repeat(100)}text/html`, false],
  ])('without a mode, by what it prefers: %s is %s', (accept, expected) =>
    expect(isFor({ accept })).toBe(expected),
  );

  it('only if it reads', () => {
    const navigate = { 'sec-fetch-mode': 'navigate', accept: html };
    expect(isFor({})).toBe(false);
    expect(isFor(navigate, 'HEAD')).toBe(true);
    expect(isFor(navigate, 'POST')).toBe(false);
    expect(isFor(navigate, 'DELETE')).toBe(false);
  });
});
