import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

describe('initialsOf', () => {
  it.each([
    ['Mira Okafor', 'MO'],
    ['ada', 'A'],
    ['  grace   brewster  hopper ', 'GB'],
    ['élise 𝔊ödel', 'É𝔊'],
    ['e\u0301lise 👩‍👩‍👧 family', 'E\u0301👩‍👩‍👧'],
    ['', ''],
  ])('%j is %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
