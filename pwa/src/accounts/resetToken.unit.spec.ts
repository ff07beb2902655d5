import { describe, expect, it } from 'vitest';
import { resetTokenIn } from './resetToken.ts';

describe('the token of a reset link', () => {
  it.each([
    ['#reset=Abc-123_x', 'Abc-123_x'],
    ['', null],
    ['#reset=', null],
    ['#reset=a b', null],
    ['#something', null],
    ['#reset=a&b=c', null],
  ])('in "%s" is %s', (hash, token) => {
    expect(resetTokenIn(hash)).toBe(token);
  });
});
