import { describe, expect, it } from 'vitest';
import { failureOf, type PasskeyFailure } from './ceremony.ts';

/** An error of the browser. */
const thrown = (name: string) => new DOMException('in words of its own', name);

describe('the reason for a failed passkey request', () => {
  it.each<[string, PasskeyFailure]>([
    ['NotAllowedError', 'cancelled'],
    ['AbortError', 'cancelled'],
    ['InvalidStateError', 'present'],
    ['SecurityError', 'unsupported'],
    ['NotSupportedError', 'unsupported'],
    ['ConstraintError', 'unknown'],
  ])("is recognized by the error's name: %s", (name, failure) => {
    expect(failureOf(thrown(name))).toBe(failure);
    // The library wraps errors.
    expect(failureOf(new Error('The ceremony failed', { cause: thrown(name) }))).toBe(failure);
  });

  it.each([undefined, null, 'NotAllowedError', { name: 'NotAllowedError' }, new Error('NotAllowedError')])(
    'is unknown for anything else: %s',
    (error) => {
      expect(failureOf(error)).toBe('unknown');
    },
  );
});
