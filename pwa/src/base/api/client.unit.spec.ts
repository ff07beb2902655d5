import { ProblemError, texts } from '@pmcw/contracts';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchJson, send } from './client.ts';
import {
  ApiError,
  ForeignAnswerError,
  isNotFoundError,
  isSignedOutError,
  isUnreachableError,
  NetworkError,
  sentenceOf,
  UnreadableAnswerError,
} from './errors.ts';
import { ofServer, refusedByServer } from './ofServer.forSpecs.ts';
import { isServerAway, noteReach } from './reach.ts';

const answer = (response: Response | Error) => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
};
const problem = (error: ProblemError, headers = {}) =>
  new Response(JSON.stringify(error.toProblem()), {
    status: error.status,
    headers: { ...refusedByServer, ...headers },
  });
const cutOff = (cause: unknown, init: ResponseInit) =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"count":')),
      pull: (controller) => controller.error(cause),
    }),
    init,
  );
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

afterEach(() => {
  noteReach(true);
  vi.unstubAllGlobals();
});

describe('an answer other than a success', () => {
  it.each([
    [403, 'Only administrators can do this.', '403: Only administrators can do this.'],
    [401, 'Please login to continue.', 'Unauthorized'],
  ])('is logged and thrown, %i in the words of spec §7', async (status, detail, message) => {
    const log = vi.spyOn(console, 'info').mockReturnValue();
    answer(
      new Response(JSON.stringify({ type: 'about:blank', title: '', status, code: '', detail }), {
        status,
        headers: refusedByServer,
      }),
    );
    const error = await caught(send('/api/admin/stats'));
    expect(error).toMatchObject({ message });
    expect(sentenceOf(error)).toBe(detail);
    expect(log).toHaveBeenCalledExactlyOnceWith(message);
    log.mockRestore();
  });
});

describe('a request', () => {
  it('carries cookies, and JSON only with a body', async () => {
    const fetch = answer(new Response('{}', { headers: ofServer }));
    await send('/api/logout', { method: 'POST' });
    const init = fetch.mock.calls[0]?.[1];
    expect(init).toMatchObject({ method: 'POST', credentials: 'include' });
    expect(init).not.toHaveProperty('body');
    expect(init?.headers).not.toHaveProperty('content-type');
    await send('/api/login', { method: 'POST', body: { username: 'ada' } });
    expect(fetch.mock.calls[1]?.[1]).toMatchObject({
      body: '{"username":"ada"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('that takes too long becomes a NetworkError', async () => {
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    expect(await caught(send('/api/user', { timeoutMs: 5 }))).toBeInstanceOf(NetworkError);
  });

  it('aborted by its caller is no network failure', async () => {
    const stop = new AbortController();
    stop.abort(new Error('no longer needed'));
    answer(new Error('aborted'));
    const error = await caught(send('/api/user', { signal: stop.signal }));
    expect(error).not.toBeInstanceOf(NetworkError);
  });
});

describe('an answer', () => {
  const schema = v.object({ count: v.number() });

  it('is the output of the schema', async () => {
    answer(new Response('{"count":3,"more":true}', { headers: ofServer }));
    expect(await fetchJson('/api/x', schema)).toEqual({ count: 3 });
  });

  it.each(['{"count":"3"}', '<!doctype html>', ''])('%j does not match', async (body) => {
    answer(new Response(body, { headers: ofServer }));
    expect(await caught(fetchJson('/api/x', schema))).toBeInstanceOf(UnreadableAnswerError);
  });
});

describe('an answer that is cut off', () => {
  const schema = v.object({ count: v.number() });
  const broken = () => new TypeError('network error');

  it('is a failure of the network, after which the server is asked again', async () => {
    answer(cutOff(broken(), { headers: ofServer }));
    const error = await caught(fetchJson('/api/x', schema));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ cause: broken() });
    expect(isServerAway.get()).toBe(true);
  });

  it('by its caller is no network failure', async () => {
    answer(cutOff(new DOMException('Aborted', 'AbortError'), { headers: ofServer }));
    expect(await caught(fetchJson('/api/x', schema))).toMatchObject({ name: 'AbortError' });
  });

  it('ends no session, since its code did not arrive', async () => {
    answer(cutOff(broken(), { status: 401, headers: refusedByServer }));
    const error = await caught(send('/api/login'));
    expect([isSignedOutError(error), error instanceof NetworkError]).toEqual([false, true]);
  });
});

describe('a refusal', () => {
  it('keeps its code, sentence, fields and time to wait', async () => {
    const errors = [{ path: 'username', message: texts.refusals.usernameTaken }];
    answer(
      problem(new ProblemError('username_taken', texts.refusals.usernameTaken, { errors }), {
        'retry-after': '7',
      }),
    );
    const error = await caught(send('/api/register', { method: 'POST', body: {} }));
    expect(error).toMatchObject({ status: 409, code: 'username_taken', errors, retryAfter: 7 });
    expect(sentenceOf(error)).toBe(texts.refusals.usernameTaken);
  });

  it('without JSON has status and text as its message (spec §7)', async () => {
    answer(new Response('Bad Gateway of a proxy', { status: 502, statusText: 'Bad Gateway' }));
    const error = await caught(send('/api/user'));
    expect(error).toBeInstanceOf(ForeignAnswerError);
    expect(error).toMatchObject({ message: '502: Bad Gateway of a proxy' });
  });

  it.each([
    ['finds nothing', 404],
    ['wants a sign-in', 401],
    ['reports a conflict', 409],
    ['is content', 200],
    ['has nothing to say', 204],
  ])('of a Wi-Fi login page that %s is no answer', async (_when, status) => {
    const body = status === 204 ? null : '{"count":3}';
    answer(new Response(body, { status, headers: { 'content-type': 'application/json' } }));
    const error = await caught(send('/api/user'));
    expect(isUnreachableError(error)).toBe(true);
    expect([isNotFoundError(error), isSignedOutError(error), error instanceof ApiError]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('distinguishes a lost session from wrong credentials', async () => {
    answer(problem(new ProblemError('not_signed_in', texts.refusals.notSignedIn)));
    expect(isSignedOutError(await caught(send('/api/user')))).toBe(true);
    answer(problem(new ProblemError('wrong_credentials', texts.refusals.wrongCredentials)));
    expect(isSignedOutError(await caught(send('/api/login')))).toBe(false);
  });

  it('recognizes what does not exist', async () => {
    answer(problem(new ProblemError('not_found', texts.refusals.profileNotFound)));
    expect(isNotFoundError(await caught(send('/api/profile/nobody')))).toBe(true);
  });
});
