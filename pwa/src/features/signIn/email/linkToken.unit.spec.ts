import { describe, expect, it } from 'vitest';
import { linkTokenIn } from './linkToken.ts';

describe('the token of a link', () => {
  it.each([
    ['#reset=Abc-123_x', { to: 'reset', token: 'Abc-123_x' }],
    ['#confirm=7-1-x', { to: 'confirm', token: '7-1-x' }],
    ['', null],
    ['#reset=', null],
    ['#confirm=a b', null],
    ['#something=x', null],
    ['#reset=a&b=c', null],
  ])('in "%s" is %j', (hash, link) => {
    expect(linkTokenIn(hash)).toEqual(link);
  });
});
