import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

describe('initialsOf', () => {
  it.each([
    ['Mira Okafor', 'MO'],
    ['ada', 'A'],
    ['  grace   brewster  hopper ', 'GB'],
    ['élise 𝔊ödel', 'É𝔊'],
    ['', ''],
  ])('%j is %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
