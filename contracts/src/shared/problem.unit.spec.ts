import { describe, expect, it } from 'vitest';
import { isFinalRefusal, type ProblemCode, problems, statusOfProblem } from './problem.ts';

describe('a refusal of a message', () => {
  it('is final unless the server, the rate or the session is the reason', () => {
    const passing: readonly ProblemCode[] = [
      'wrong_credentials',
      'not_signed_in',
      'suspended',
      'request_timeout',
      'too_many_requests',
      'internal',
      'unavailable',
    ];
    const codes = Object.keys(problems);
    expect(codes.filter((code) => !isFinalRefusal(code)).sort()).toEqual([...passing].sort());
  });

  it('is not final if the code is unknown, unless an answer has a final status', () => {
    expect(statusOfProblem('of_tomorrow')).toBe(500);
    expect(isFinalRefusal('of_tomorrow')).toBe(false);
    expect(isFinalRefusal('of_tomorrow', 409)).toBe(true);
  });

  it('is not final without a code of ours', () => {
    expect(isFinalRefusal('', 404)).toBe(false);
  });
});
