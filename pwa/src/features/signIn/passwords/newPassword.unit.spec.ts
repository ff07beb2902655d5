import { describe, expect, it } from 'vitest';
import { strengthOf } from './newPassword.ts';

describe('the strength of a password', () => {
  it.each([
    ['', null],
    ['abc', 'weak'],
    ['aaaaaaaaaaaa', 'weak'],
    ['password', 'weak'],
    ['Tr4verse!', 'fair'],
    ['correct horse', 'fair'],
    ['correct horse battery staple', 'strong'],
    ['kX9#mQ2$vL7!pZ', 'strong'],
  ])('of "%s" is %s', (password, strength) => {
    expect(strengthOf(password)).toBe(strength);
  });
});
