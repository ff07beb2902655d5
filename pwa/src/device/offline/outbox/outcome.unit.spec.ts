import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';
import { outcomeOf } from './outcome.ts';

const refusal = (status: number, code: string, retryAfter?: number) =>
  outcomeOf({ status, code, detail: 'because', retryAfter });

describe('a refusal of a message', () => {
  it.each([
    [400, 'invalid_input'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'message_id_taken'],
    [410, 'message_deleted'],
    [413, 'too_large'],
    [415, 'unsupported_media_type'],
  ])('%i %s is final', (status, code) => {
    expect(refusal(status, code)).toEqual({ kind: 'refused', code, detail: 'because' });
  });

  it.each([
    [500, 'internal'],
    [502, ''],
    [503, 'unavailable'],
    [408, 'timeout'],
    [429, 'too_many_requests'],
  ])('%i "%s" is temporary', (status, code) => {
    expect(refusal(status, code)).toEqual({ kind: 'passing', waitingFor: 'server' });
  });

  it('names the wait that the server asks for', () => {
    const waits = { kind: 'passing', waitingFor: 'server' };
    expect(refusal(429, 'too_many_requests', 7)).toEqual({ ...waits, retryAfter: 7 });
    expect(refusal(503, '', 2_592_000)).toEqual({ ...waits, retryAfter: 2_592_000 });
  });

  it.each([
    [401, 'not_signed_in'],
    [403, 'suspended'],
  ])('waits for a sign-in if the session has ended or will (%i %s)', (status, code) => {
    expect(refusal(status, code)).toEqual({ kind: 'passing', waitingFor: 'sign-in' });
  });

  it.each([400, 401, 403, 404, 413])('ignores a %i without a problem document', (status) => {
    expect(refusal(status, '')).toEqual({ kind: 'passing', waitingFor: 'server' });
  });
});

describe('the rest after a temporary error', () => {
  it('doubles from a second to a minute', () => {
    expect([0, 1, 2, 3, 5, 6, 7, 50].map((attempts) => backoffMs(attempts, 0.5))).toEqual([
      1000, 2000, 4000, 8000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  it('is spread by a quarter either way', () => {
    expect([backoffMs(2, 0), backoffMs(2, 0.999999)]).toEqual([3000, 5000]);
  });
});
