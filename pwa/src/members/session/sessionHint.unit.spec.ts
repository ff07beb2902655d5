import { describe, expect, it } from 'vitest';
import { hintedSession, mayBeSignedIn } from './sessionHint.ts';

describe('whether a member may be signed in', () => {
  it.each([
    ['', false],
    ['seen=5; not-signed-in=1', false],
    ['theme=signed-in=1', false],
    ['signed-in=1', true],
    ['seen=5; signed-in=1', true],
  ])('with the cookies "%s" and none remembered: %s', (cookies, expected) => {
    expect(mayBeSignedIn(cookies, false)).toBe(expected);
  });

  it('with a member remembered, by a server without hints: true', () => {
    expect(mayBeSignedIn('', true)).toBe(true);
  });
});

describe('the session in the hint', () => {
  it.each([
    ['', undefined],
    ['seen=5', undefined],
    ['seen=5; signed-in=a_b-C3; theme=dark', 'a_b-C3'],
  ])('with the cookies "%s": %s', (cookies, expected) => {
    expect(hintedSession(cookies)).toBe(expected);
  });
});
