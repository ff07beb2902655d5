import pg from 'pg';
import { expect, it } from 'vitest';
import { DatabaseAwayError } from '../storage/connections.ts';
import { describe, framesOf, isPassing, PoisonEventError } from './failures.ts';

/** As the server reports a value, in the message and in the detail. */
function uniqueViolation(): pg.DatabaseError {
  const error = new pg.DatabaseError('duplicate key: lena@example.org', 10, 'error');
  return Object.assign(error, {
    ...{ code: '23505', constraint: 'members_pkey', detail: 'Key (email)=(lena@example.org)' },
  });
}

it('describes errors without their messages, which may hold a member’s text', () => {
  expect(describe(uniqueViolation())).toBe('error 23505 members_pkey');
  expect(describe(new TypeError('lena@example.org'))).toBe('TypeError');
  expect(describe('lena@example.org')).toBe('string');
  const poison = new PoisonEventError({ position: 7n, type: 'MessageSent' }, uniqueViolation());
  expect(poison.message).toBe('MessageSent at 7: error 23505 members_pkey');
});

it('logs only the places of a stack', () => {
  const frames = framesOf(new Error('lena@example.org\nat home'));
  expect(frames.length).toBeGreaterThan(0);
  expect(frames.join('\n')).not.toMatch(/lena|at home/);
  expect(framesOf('no error')).toEqual([]);
});

it('retries only what another try may pass', () => {
  expect([isPassing(new DatabaseAwayError('away')), isPassing(new TypeError('wrong'))]).toEqual([
    true,
    false,
  ]);
});
