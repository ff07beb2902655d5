import {
  type DispatchMessages,
  dispatchPath,
  dispatchResultsSchema,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import { createHttpServer } from '@pmcw/http';
import { onlyIncarnation } from '@pmcw/runtime';
import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { dispatchRoutes } from './routes.ts';

const secret = 'the secret of the spec, long enough';
const idOf = (n: number) => `01890000-0000-7000-8000-00000000000${n}`;
const messageOf = (n: number) => ({
  command: { type: 'SendMessage', id: idOf(n), receiverId: null, content: 'hello' },
  context: { actorId: 7, correlationId: 'correlation-of-a-spec' },
});

/** Sends two messages together, and returns the answer. */
async function sendTwo(dispatchMessages: DispatchMessages) {
  const server = await createHttpServer({
    vault: { sessions: { find: async () => null } },
    publicUrl: 'http://localhost:8080',
    incarnations: onlyIncarnation,
    shedsLoad: false,
  });
  dispatchRoutes(
    server,
    { dispatch: () => Promise.reject(new Error('not asked')), dispatchMessages },
    secret,
  );
  const answer = await server.inject({
    method: 'POST',
    url: dispatchPath,
    headers: { authorization: `Bearer ${secret}` },
    payload: { messages: [messageOf(1), messageOf(2)] },
  });
  await server.close();
  return answer;
}

const busy = new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 3 });

it('gives messages that come together to one call, and says of each when to retry', async () => {
  const dispatchMessages = vi.fn<DispatchMessages>(async () => [{ position: '5', message: null }, busy]);
  const answer = await sendTwo(dispatchMessages);
  expect(dispatchMessages.mock.calls.map(([messages]) => messages.map(({ command }) => command.id))).toEqual([
    [idOf(1), idOf(2)],
  ]);
  expect(v.parse(dispatchResultsSchema, answer.json())).toEqual({
    results: [{ outcome: { position: '5', message: null } }, { problem: busy.toProblem(), retryAfter: 3 }],
  });
});

it('refuses the request if all are refused', async () => {
  const answer = await sendTwo(() => Promise.reject(busy));
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('3');
});
