import {
  commandOutcomeSchema,
  dispatchMark,
  dispatchPath,
  dispatchResultsSchema,
  limits,
  ProblemError,
  problemSchema,
  texts,
} from '@pmcw/contracts';
import { createHttpServer } from '@pmcw/http';
import { onlyIncarnation } from '@pmcw/runtime';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { type Running, run } from '../../test/running.ts';
import { dispatchRoutes } from './routes.ts';

const secret = 'the secret of the spec, long enough';
let app: Running;
let url: string;
let ada: SignedIn;
let bea: SignedIn;
const dispatch = vi.fn((...given: Parameters<Running['service']['dispatch']>) =>
  app.service.dispatch(...given),
);
let close: () => Promise<void>;
beforeAll(async () => {
  app = await run();
  const server = await createHttpServer({
    vault: app.vault,
    publicUrl: 'http://localhost:8080',
    incarnations: onlyIncarnation,
  });
  const { dispatchMessages } = app.service;
  dispatchRoutes(server, { dispatch, dispatchMessages }, secret);
  url = (await server.listen({ host: '127.0.0.1', port: 0 })) + dispatchPath;
  close = () => server.close();
  [ada, bea] = await Promise.all([app.register('ada'), app.register('bea')]);
});
afterAll(async () => {
  await close();
  await app.stop();
});

const messageId = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const sending = (n: number, more: object = {}) => ({
  command: { type: 'SendMessage', id: messageId(n), receiverId: bea.id, content: 'hello', ...more },
  context: { actorId: ada.id, correlationId: 'correlation-of-a-spec' },
});

const ask = (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${secret}` }) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('POST /internal/dispatch', () => {
  it.each([
    ['no secret', {}],
    ['another secret', { authorization: `Bearer ${secret}!` }],
    ['the secret in another way', { authorization: `Basic ${secret}` }],
    ['a session and an origin', { origin: 'http://localhost:8080', cookie: 'session=x' }],
  ])('is closed to %s', async (_what, headers) => {
    dispatch.mockClear();
    const answer = await ask(sending(1), headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.has(dispatchMark)).toBe(false);
    expect(dispatch).not.toHaveBeenCalled();
  });

  it('handles a command once', async () => {
    const [first, again] = [await ask(sending(2)), await ask(sending(2))];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(first.headers.get(dispatchMark)).toBe('1');
    const outcome = v.parse(commandOutcomeSchema, await first.json());
    expect(outcome.message).toMatchObject({ id: messageId(2), senderId: ada.id, content: 'hello' });
    expect(await again.json()).toEqual(outcome);
    expect(await app.events(`message-${messageId(2)}`)).toHaveLength(1);
    expect((await app.events(`message-${messageId(2)}`))[0]?.metadata).toMatchObject({
      actorId: ada.id,
      correlationId: 'correlation-of-a-spec',
    });
  });

  it('stores messages that come together in order, each once, and returns an end for each', async () => {
    const several = (...ns: number[]) => ask({ messages: ns.map((n) => sending(n)) });
    await ask(sending(11));
    await ask({
      ...sending(12),
      context: { actorId: bea.id, correlationId: 'correlation-of-a-spec' },
      command: { ...sending(12).command, receiverId: ada.id },
    });
    const answer = await several(10, 11, 12, 13);
    const { results } = v.parse(dispatchResultsSchema, await answer.json());
    expect(results).toMatchObject([
      { outcome: { message: { id: messageId(10) } } },
      { outcome: { message: { id: messageId(11) } } },
      { problem: { code: 'message_id_taken' } },
      { outcome: { message: { id: messageId(13) } } },
    ]);
    const [first, , , last] = results.flatMap((one) => ('outcome' in one ? Number(one.outcome.position) : 0));
    expect(last).toBe((first ?? 0) + 1);
    expect(await (await several(10, 11, 12, 13)).json()).toEqual({ results });
    const [event] = await app.events(`message-${messageId(13)}`);
    expect(event?.metadata).toMatchObject({ actorId: ada.id, correlationId: 'correlation-of-a-spec' });
  });

  it('refuses all that come together for a reason of all', async () => {
    const to = (receiverId: number) => [14, 15].map((n) => sending(n, { receiverId }));
    const answer = await ask({ messages: to(999_999) });
    const { results } = v.parse(dispatchResultsSchema, await answer.json());
    expect(results).toMatchObject([{ problem: { code: 'not_found' } }, { problem: { code: 'not_found' } }]);
  });

  it.each([
    ['none', () => []],
    [
      'more than may be in flight',
      () => Array.from({ length: limits.messagesInFlight + 1 }, (_, n) => sending(20 + n)),
    ],
    ['two of one id', () => [sending(20), sending(20)]],
    ['two conversations', () => [sending(20), sending(21, { receiverId: null })]],
    [
      'two members',
      () => [
        sending(20),
        { ...sending(21), context: { actorId: 1, correlationId: 'correlation-of-a-spec' } },
      ],
    ],
    [
      'a voice message',
      () => [sending(20), sending(21, { messageType: 'voice', voiceUrl: 'data:audio/webm;base64,AAAA' })],
    ],
  ])('refuses messages that come together if they are %s', async (_what, messages) => {
    const answer = await ask({ messages: messages() });
    expect(answer.status).toBe(400);
    expect(await app.events(`message-${messageId(20)}`)).toEqual([]);
  });

  it('moves read marks', async () => {
    const command = { type: 'MarkRead', peerId: null, upTo: null };
    const answer = await ask({ ...sending(3), command });
    expect(v.parse(commandOutcomeSchema, await answer.json())).toMatchObject({ message: null });
  });

  it('returns refusals as problems, with a mark', async () => {
    const answer = await ask(sending(4, { receiverId: 999_999 }));
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get(dispatchMark)).toBe('1');
    expect(v.parse(problemSchema, await answer.json())).toMatchObject({
      code: 'not_found',
      detail: texts.refusals.memberNotFound,
    });
  });

  it('says when to retry', async () => {
    dispatch.mockRejectedValueOnce(new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1.2 }));
    const answer = await ask(sending(5));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('reveals nothing of an internal fault', async () => {
    dispatch.mockRejectedValueOnce(new Error('the database said something'));
    const answer = await ask(sending(6));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('database');
  });

  it.each([
    ['command.type', { command: { type: 'VerifyUser' } }],
    [
      'command.content',
      { command: { type: 'SendMessage', id: messageId(7), receiverId: null, content: '\u2800' } },
    ],
    ['context.actorId', { context: { actorId: 0, correlationId: 'correlation-of-a-spec' } }],
    ['context.correlationId', { context: { actorId: 1, correlationId: 'line\nbreak' } }],
  ])('refuses a body whose %s is not right', async (path, wrong) => {
    const answer = await ask({ ...sending(7), ...wrong });
    expect(answer.status).toBe(400);
    expect(v.parse(problemSchema, await answer.json()).errors).toMatchObject([{ path }]);
  });

  it('is absent from a server without it', async () => {
    const server = await createHttpServer({
      vault: app.vault,
      publicUrl: 'http://localhost:8080',
      incarnations: onlyIncarnation,
    });
    await server.register(app.service.plugin);
    const headers = { origin: 'http://localhost:8080', authorization: `Bearer ${secret}` };
    const asked = { method: 'POST', url: dispatchPath, headers, payload: sending(8) } as const;
    expect((await server.inject(asked)).statusCode).toBe(404);
    await server.close();
  });
});
