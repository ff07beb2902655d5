import { ProblemError, texts } from '@pmcw/contracts';
import { silent } from '@pmcw/resilience';
import { expect, it } from 'vitest';
import { parseFrame } from './parse.ts';
import { messageIdOf, problemOf } from './problems.ts';
import { errorFrame } from './serialise.ts';

const parsed = (frame: unknown) => parseFrame(Buffer.from(JSON.stringify(frame)), false, 10_000);

it('answers with the id of the message that it is about, also of an invalid one', () => {
  const id = '0190b4c8-6d2e-7a3b-8f00-000000000001';
  const message = { type: 'message', id, receiverId: 2, messageType: 'text', content: 'hello' };
  expect(messageIdOf(parsed(message))).toBe(id);
  expect(messageIdOf(parsed({ ...message, content: 7 }))).toBe(id);
  expect(messageIdOf(parsed({ type: 'ping', timestamp: 1 }))).toBeUndefined();
});

it('shows clients only problems that are meant for them', () => {
  const refusal = new ProblemError('forbidden', 'Not yours', { retryAfter: 3 });
  expect(problemOf(refusal, silent)).toBe(refusal);
  const unexpected = problemOf(new TypeError('secret'), silent);
  expect([unexpected.code, unexpected.message]).toEqual(['internal', texts.refusals.unexpected]);
  const passing = problemOf(new Error('Connection terminated unexpectedly'), silent);
  expect([passing.code, passing.retryAfter]).toEqual(['unavailable', 1]);
});

it('has in an error frame what there is', () => {
  const errors = [{ path: 'content', message: 'Too long' }];
  const whole = new ProblemError('invalid_input', 'Look again', { errors, retryAfter: 2 });
  expect(errorFrame(whole, 'm')).toEqual({
    ...{ type: 'error', id: 'm', code: 'invalid_input', detail: 'Look again', retryAfter: 2, errors },
  });
  expect(errorFrame(new ProblemError('forbidden', 'No'), undefined)).toEqual({
    ...{ type: 'error', code: 'forbidden', detail: 'No' },
  });
});
