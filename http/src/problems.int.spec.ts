import { ProblemError } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { echo } from '../test/routes.ts';
import { problemOf, serve } from '../test/served.ts';

const withCode = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** Error codes of the system, its resolver and undici for an unreachable peer. */
const unreachable = [
  ...['EAI_AGAIN', 'ENOTFOUND', 'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ESERVFAIL', 'ETIMEOUT'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_SOCKET'],
  ...['UND_ERR_DESTROYED', 'UND_ERR_CLOSED', 'UND_ERR_ABORTED'],
];

describe('refusals', () => {
  it('are problem+json with code, detail and Retry-After', async () => {
    const { call } = await serve((app) => {
      app.get('/api/slow', () => {
        throw new ProblemError('too_many_requests', 'Please wait.', { retryAfter: 2.2 });
      });
    });
    const response = await call('/api/slow');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(await problemOf(response)).toEqual({
      type: 'urn:pmcw:problem:too_many_requests',
      title: 'Too many requests',
      status: 429,
      detail: 'Please wait.',
      code: 'too_many_requests',
    });
  });

  it('explain each invalid field', async () => {
    const { write } = await serve(echo);
    const problem = await problemOf(await write('/api/echo', { name: 'x' }));
    expect(problem).toMatchObject({
      status: 400,
      detail: 'Full name is required',
      errors: [{ path: 'name', message: 'Full name is required' }],
    });
  });

  it.each([
    ['broken JSON', '{"name":', {}, 400, 'invalid_input'],
    ['prototype poisoning', '{"__proto__": {"x": 1}, "name": "ab"}', {}, 400, 'invalid_input'],
    ['no body at all', undefined, {}, 400, 'invalid_input'],
    ['an empty JSON body', '', { 'content-type': 'application/json' }, 400, 'invalid_input'],
    ['text that cannot be stored', { name: 'a\0b' }, {}, 400, 'invalid_input'],
    [
      'a form',
      'name=ab',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['plain text', '{"name":"ab"}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a nonsense content type', '{}', { 'content-type': 'json' }, 415, 'unsupported_media_type'],
    ['too much', { name: 'x'.repeat(200_000) }, {}, 413, 'too_large'],
  ])('%s', async (_name, body, headers, status, code) => {
    const { write } = await serve(echo);
    const response = await write('/api/echo', body, headers);
    expect(response.status).toBe(status);
    expect((await problemOf(response)).code).toBe(code);
  });

  it.each([
    ['an unknown path of the API', '/api/nothing', 404],
    ['an unknown path', '/nothing', 404],
    ['a broken URL', '/api/%zz', 400],
  ])('%s', async (_name, path, status) => {
    const { call } = await serve((app) => void app.get('/api/:name', () => ({ ok: true })));
    const response = await call(path === '/api/nothing' ? '/api/nothing/at/all' : path);
    expect(response.status).toBe(status);
    expect((await problemOf(response)).status).toBe(status);
  });

  it('never reveal internal errors, but log them with the request’s id', async () => {
    const { call, log } = await serve((app) => {
      app.get('/api/user/:name', () => {
        throw Object.assign(new Error('secret table missing'), { detail: 'Key (name)=(lovelace) exists' });
      });
    });
    const response = await call('/api/user/lovelace');
    const reqId = response.headers.get('x-request-id');
    expect(response.status).toBe(500);
    expect(JSON.stringify(await problemOf(response))).not.toContain('secret');
    const failure = log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed');
    expect(failure).toMatchObject({ reqId, route: '/api/user/:name' });
    expect(failure.err.message).toBe('secret table missing');
    expect(log.join()).not.toContain('lovelace');
  });

  it('log no value that the database quotes', async () => {
    const { call, log } = await serve((app) => {
      app.get('/api/x', () => {
        const message = 'invalid input syntax for type integer: "lovelace "of" Byron"';
        throw Object.assign(new Error(message), { code: '22P02' });
      });
    });
    expect((await call('/api/x')).status).toBe(500);
    const failure = log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed');
    expect(failure.err.message).toBe('invalid input syntax for type integer: "…"');
    expect(log.join()).not.toMatch(/lovelace|Byron/);
  });

  it.each<readonly [string, Error]>([
    ...unreachable.map((code) => [code, withCode(code)] as const),
    ['the error of `fetch`', new TypeError('fetch failed', { cause: withCode('EAI_AGAIN') })],
    ['several addresses', new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')])],
    ['a deadline', new DOMException('late', 'TimeoutError')],
    ["a server's socket that is not there", Object.assign(withCode('ENOENT'), { syscall: 'connect' })],
    ['a statement that took too long', Object.assign(new Error('canceling'), { code: '57014' })],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
    ['a pool of a process that ends', new Error('Cannot use a pool after calling end on the pool')],
    ['an unavailable log', Object.assign(new Error('away'), { name: 'LogUnavailableError' })],
  ])('%s is a 503 with Retry-After', async (_name, error) => {
    const { call } = await serve((app) => {
      app.get('/api/x', () => Promise.reject(error));
    });
    const response = await call('/api/x');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect((await problemOf(response)).code).toBe('unavailable');
  });

  it('log an outage when it starts, not for each request', async () => {
    const { call, log } = await serve((app) => {
      app.get('/api/x', () => Promise.reject(withCode('ECONNREFUSED')));
    });
    for (let n = 0; n < 5; n += 1) expect((await call('/api/x')).status).toBe(503);
    const warnings = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
    expect(warnings).toMatchObject([{ requests: 1, err: { message: 'failed with ECONNREFUSED' } }]);
  });

  it.each([
    ['a file that is not there', withCode('ENOENT')],
    ['a call with the wrong arguments', withCode('UND_ERR_INVALID_ARG')],
  ])('%s is a fault of ours', async (_name, error) => {
    const { call } = await serve((app) => {
      app.get('/api/x', () => Promise.reject(error));
    });
    expect((await call('/api/x')).status).toBe(500);
  });
});
