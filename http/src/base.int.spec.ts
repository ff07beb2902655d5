import { ProblemError, problemSchema } from '@pmcw/contracts';
import type { Session } from '@pmcw/vault';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { answerPosition, minPositionOf } from './positions.ts';
import { withSchemas } from './schemas.ts';
import { createHttpServer } from './server.ts';
import { clearSessionCookie, requireSession, setSessionCookie, signedIn } from './sessions.ts';

const session: Session = { id: 's1', userId: 7, expiresAt: new Date('2099-01-01T00:00:00Z') };
const nameSchema = v.object({ name: v.pipe(v.string(), v.minLength(2, 'Full name is required')) });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Served {
  readonly url: string;
  readonly log: string[];
  readonly lookups: string[];
  readonly call: (path: string, init?: RequestInit) => Promise<Response>;
  readonly write: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
}

async function serve(
  routes: (app: FastifyInstance) => void = () => {},
  { publicUrl = 'http://localhost:8080', trustProxy }: { publicUrl?: string } & FastifyServerOptions = {},
): Promise<Served> {
  const log: string[] = [];
  const lookups: string[] = [];
  const find = async (token: string) => {
    lookups.push(token);
    return token === 'good' ? session : null;
  };
  const unused = () => Promise.reject(new Error('not used'));
  const app = await createHttpServer({
    vault: { sessions: { find, start: unused, end: unused, endAll: unused, onEnded: () => () => {} } },
    publicUrl,
    logger: fastify({ logger: { level: 'debug', stream: { write: (line: string) => void log.push(line) } } })
      .log,
    ...(trustProxy === undefined ? {} : { trustProxy }),
  });
  routes(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  const call = (path: string, init?: RequestInit) => fetch(url + path, init);
  const write = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: {
        origin: new URL(publicUrl).origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return { url, log, lookups, call, write };
}

const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  return v.parse(problemSchema, await response.json());
};

/** A route that echoes what it was given, parsed. */
const echo = (app: FastifyInstance): void => {
  withSchemas(app).post(
    '/api/echo',
    { schema: { body: nameSchema, response: { 200: nameSchema } } },
    (request) => ({ name: request.body.name }),
  );
};

describe('refusals', () => {
  it('are problem+json with their code, sentence and Retry-After', async () => {
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

  it('say field by field what was not valid', async () => {
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

  it('never tell what went wrong inside, but log it under the id of the request', async () => {
    const { call, log } = await serve((app) => {
      app.get('/api/user/:name', () => {
        throw Object.assign(new Error('secret table missing'), { detail: 'Key (name)=(ada) exists' });
      });
    });
    const response = await call('/api/user/ada', { headers: { 'x-request-id': 'trace-0001' } });
    expect(response.status).toBe(500);
    expect(JSON.stringify(await problemOf(response))).not.toContain('secret');
    const failure = log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed');
    expect(failure).toMatchObject({ reqId: 'trace-0001', route: '/api/user/:name' });
    expect(failure.err.message).toBe('secret table missing');
    expect(log.join()).not.toContain('ada');
  });

  it.each([
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a statement that took too long', Object.assign(new Error('canceling'), { code: '57014' })],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
    ['a log that is away', Object.assign(new Error('away'), { name: 'LogUnavailableError' })],
  ])('%s is a 503 that says when to come back', async (_name, error) => {
    const { call } = await serve((app) => {
      app.get('/api/x', () => Promise.reject(error));
    });
    const response = await call('/api/x');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect((await problemOf(response)).code).toBe('unavailable');
  });
});

describe('the origin check', () => {
  it.each([
    ['missing', undefined],
    ['null', 'null'],
    ['foreign', 'https://evil.example'],
    ['of another port', 'http://localhost:8081'],
    ['of another scheme', 'https://localhost:8080'],
  ])('refuses a write whose origin is %s, before the session is read', async (_name, origin) => {
    const { call, lookups } = await serve(echo);
    const headers = { cookie: 'session=good', 'content-type': 'text/plain', ...(origin && { origin }) };
    const response = await call('/api/echo', { method: 'POST', headers, body: 'x' });
    expect(response.status).toBe(403);
    expect((await problemOf(response)).code).toBe('foreign_origin');
    expect(lookups).toEqual([]);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('covers %s, also where no route is', async (method) => {
    const { call } = await serve();
    expect((await call('/api/nothing', { method })).status).toBe(403);
  });

  it('lets pages of the site write and anybody read', async () => {
    const { call, write } = await serve(echo);
    expect(await (await write('/api/echo', { name: 'Ada' })).json()).toEqual({ name: 'Ada' });
    expect((await write('/api/echo', { name: 'Ada' }, { origin: 'http://127.0.0.1:8080' })).status).toBe(200);
    expect((await call('/api/nothing', { headers: { origin: 'https://evil.example' } })).status).toBe(404);
  });
});

describe('sessions', () => {
  const me = (app: FastifyInstance): void => {
    app.get('/api/me', (request) => ({ userId: requireSession(request).userId }));
    app.get('/file', { config: { session: false } }, () => 'file');
    app.post('/api/start', (_request, reply) => {
      setSessionCookie(reply, session, 'good');
      return reply.send({});
    });
    app.post('/api/end', (_request, reply) => {
      clearSessionCookie(reply);
      return reply.send({});
    });
    withSchemas(app).post('/api/guarded', { onRequest: signedIn, schema: { body: nameSchema } }, () => ({}));
  };

  it('are found by their cookie, once for each request', async () => {
    const { call, lookups } = await serve(me);
    const response = await call('/api/me', { headers: { cookie: 'session=good' } });
    expect(await response.json()).toEqual({ userId: 7 });
    expect(lookups).toEqual(['good']);
  });

  it.each([undefined, 'session=', 'session=stale', 'other=good'])(
    'are none with the cookie %s',
    async (cookie) => {
      const { call } = await serve(me);
      const response = await call('/api/me', { headers: { ...(cookie && { cookie }) } });
      expect(response.status).toBe(401);
      expect((await problemOf(response)).code).toBe('not_signed_in');
    },
  );

  it('are not looked up for files', async () => {
    const { call, lookups } = await serve(me);
    expect((await call('/file', { headers: { cookie: 'session=good' } })).status).toBe(200);
    expect(lookups).toEqual([]);
  });

  it('come before the body: a stranger learns nothing of its faults', async () => {
    const { write } = await serve(me);
    expect((await write('/api/guarded', { name: 'x' })).status).toBe(401);
    expect((await write('/api/guarded', { name: 'x' }, { cookie: 'session=good' })).status).toBe(400);
  });

  it('start and end with a cookie that scripts cannot read', async () => {
    const { write } = await serve(me);
    expect((await write('/api/start')).headers.getSetCookie()).toEqual([
      'session=good; Path=/; Expires=Thu, 01 Jan 2099 00:00:00 GMT; HttpOnly; SameSite=Lax',
    ]);
    expect((await write('/api/end')).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; .*Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('are pinned to the host on https', async () => {
    const { write } = await serve(me, { publicUrl: 'https://pmcw.example' });
    expect((await write('/api/start')).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=good; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });
});

describe('positions', () => {
  const routes = (app: FastifyInstance): void => {
    app.post('/api/command', (_request, reply) => {
      answerPosition(reply, '41');
      return reply.code(204).send();
    });
    app.get('/api/query', (request) => ({ min: String(minPositionOf(request)) }));
  };

  it('go out as a header and as a short-lived cookie', async () => {
    const { write } = await serve(routes);
    const response = await write('/api/command');
    expect(response.headers.get('x-position')).toBe('41');
    expect(response.headers.getSetCookie()).toEqual(['seen=41; Max-Age=60; Path=/; HttpOnly; SameSite=Lax']);
  });

  it('never go back in the cookie', async () => {
    const { write } = await serve(routes);
    const response = await write('/api/command', undefined, { cookie: 'seen=50' });
    expect(response.headers.get('x-position')).toBe('41');
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('seen=50;')]);
  });

  it.each([
    [{}, '0'],
    [{ cookie: 'seen=9' }, '9'],
    [{ 'x-min-position': '10' }, '10'],
    [{ cookie: 'seen=9', 'x-min-position': '10' }, '10'],
    [{ cookie: 'seen=11', 'x-min-position': '10' }, '11'],
    [{ cookie: 'seen=broken', 'x-min-position': '10' }, '10'],
  ])('of %j is %s', async (headers, min) => {
    const { call } = await serve(routes);
    expect(await (await call('/api/query', { headers })).json()).toEqual({ min });
  });

  it('in a header must be positions', async () => {
    const { call } = await serve(routes);
    const response = await call('/api/query', { headers: { 'x-min-position': '-1' } });
    expect(await problemOf(response)).toMatchObject({ status: 400, errors: [{ path: 'x-min-position' }] });
  });
});

describe('headers', () => {
  it('protect every answer, refusals too', async () => {
    const { call } = await serve();
    const { headers } = await call('/api/nothing');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'; script-src 'self';");
    expect(policy).toContain("connect-src 'self' ws://localhost:8080");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('microphone=(self)');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('ask for https where the site is on https', async () => {
    const { call } = await serve(undefined, { publicUrl: 'https://pmcw.example/' });
    const { headers } = await call('/');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://pmcw.example");
  });

  it('carry the id of the request: the given one where it is sane, else a new one', async () => {
    const { call } = await serve();
    const idFor = async (id: string) =>
      (await call('/api/x', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await idFor('trace-0001')).toBe('trace-0001');
    expect(await idFor('bad "id" with spaces')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('log answers by the pattern of their route', async () => {
    const { call, log } = await serve((app) => void app.get('/api/profile/:username', () => ({})));
    await call('/api/profile/ada');
    await expect.poll(() => log.join()).toContain('"route":"/api/profile/:username","status":200');
    expect(log.join()).not.toContain('ada');
  });
});
