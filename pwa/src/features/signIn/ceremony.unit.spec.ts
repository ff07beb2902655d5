import { describe, expect, it } from 'vitest';
import { failureOf, type PasskeyFailure } from './ceremony.ts';

/** What browsers throw. */
const thrown = (name: string) => new DOMException('in words of its own', name);

describe('why a browser made no passkey, or answered by none', () => {
  it.each<[string, PasskeyFailure]>([
    ['NotAllowedError', 'cancelled'],
    ['AbortError', 'cancelled'],
    ['InvalidStateError', 'present'],
    ['SecurityError', 'unsupported'],
    ['NotSupportedError', 'unsupported'],
    ['ConstraintError', 'unknown'],
  ])('is known by the name of what it throws: %s', (name, failure) => {
    expect(failureOf(thrown(name))).toBe(failure);
    // The library throws errors of its own round it.
    expect(failureOf(new Error('The ceremony failed', { cause: thrown(name) }))).toBe(failure);
  });

  it.each([undefined, null, 'NotAllowedError', { name: 'NotAllowedError' }, new Error('NotAllowedError')])(
    'is unknown of all else: %s',
    (error) => {
      expect(failureOf(error)).toBe('unknown');
    },
  );
});
