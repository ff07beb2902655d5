import { describe, expect, it } from 'vitest';
import { type PasskeyFailure, passkeyFailureOf } from './ceremony.ts';

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
    expect(passkeyFailureOf(thrown(name))).toBe(failure);
    // The library wraps errors.
    expect(passkeyFailureOf(new Error('The ceremony failed', { cause: thrown(name) }))).toBe(failure);
  });

  it.each([undefined, null, 'NotAllowedError', { name: 'NotAllowedError' }, new Error('NotAllowedError')])(
    'is unknown for anything else: %s',
    (error) => {
      expect(passkeyFailureOf(error)).toBe('unknown');
    },
  );
});
