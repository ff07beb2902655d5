import { texts } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../../base/api/errors.ts';
import { callFailure, deletionFailure, tokensFailure } from './failures.ts';

const refused = new ApiError(
  { status: 403, code: 'protected_member', detail: texts.refusals.protectedMember },
  undefined,
  'Forbidden',
);
const overHttp2 = new ApiError({ status: 503, code: '', detail: '' });
const silence = new NetworkError(new TypeError('Failed to fetch'));

describe('the toast for a failure (spec §8)', () => {
  it('starts with the status and has the reason of the server', () => {
    expect(callFailure(refused)).toEqual({
      title: 'API error: 403 Forbidden',
      description: 'This account is protected.',
      tone: 'danger',
    });
    expect(tokensFailure(refused)).toMatchObject({ title: 'API error updating tokens: 403 Forbidden' });
    expect(deletionFailure(refused)).toMatchObject({
      title: 'Failed to delete user',
      description: 'This account is protected.',
    });
  });

  it('omits unknown status texts, and has no status without an answer', () => {
    expect(callFailure(overHttp2).title).toBe('API error: 503');
    expect(callFailure(silence)).toMatchObject({
      title: 'API error: no answer',
      description: silence.message,
    });
  });
});
