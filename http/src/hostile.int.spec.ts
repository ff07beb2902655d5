import { parse } from '@pmcw/contracts';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { rawAnswer, rawRequest } from '../test/raw.ts';
import { echo } from '../test/routes.ts';
import { serve } from '../test/served.ts';
import { withSchemas } from './schemas.ts';

const site = 'origin: http://localhost:8080';
const json = 'content-type: application/json';
const sized = (body: string) => `content-length: ${Buffer.byteLength(body)}`;

/** Status and code of a raw answer, which must be a problem with all security headers. */
function refusalIn(answer: string): [number, unknown] {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/problem+json; charset=utf-8');
  expect(head.toLowerCase()).toMatch(/content-security-policy: default-src '(none|self)'/);
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  return [Number(head.split(' ')[1]), JSON.parse(body).code];
}

const routes = (app: FastifyInstance): void => {
  echo(app);
  app.get('/api/thing', () => ({ ok: true }));
  withSchemas(app).post('/api/anything', { schema: { body: v.unknown() } }, (request) => ({
    polluted: 'isAdmin' in {},
    body: request.body,
  }));
};

describe('a malformed request', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', [400, 'invalid_input']],
    ['an unknown method', rawRequest('STEAL /api/thing'), [400, 'invalid_input']],
    [
      'excessive headers',
      rawRequest('GET /api/thing', [`x-a: ${'a'.repeat(20_000)}`]),
      [431, 'headers_too_large'],
    ],
    ['a URL beyond all measure', rawRequest(`GET /${'a'.repeat(20_000)}`), [431, 'headers_too_large']],
    ['a URL that can not be decoded', rawRequest('GET /api/%zz'), [400, 'invalid_input']],
    ['a line break in a header', rawRequest('GET /api/thing', ['x-a: b\rx-c: d']), [400, 'invalid_input']],
    [
      'two lengths',
      rawRequest('POST /api/echo', [site, json, 'content-length: 2', 'content-length: 3'], '{}'),
      [400, 'invalid_input'],
    ],
    [
      'a length and chunks, as for request smuggling',
      rawRequest(
        'POST /api/echo',
        [site, json, 'content-length: 4', 'transfer-encoding: chunked'],
        '0\r\n\r\n',
      ),
      [400, 'invalid_input'],
    ],
    [
      'an unknown expectation',
      rawRequest('POST /api/echo', [site, json, 'expect: a miracle', sized('{}')], '{}'),
      [400, 'invalid_input'],
    ],
    ['TRACE', rawRequest('TRACE /api/thing'), [403, 'foreign_origin']],
    [
      'TRACE from this site',
      rawRequest('TRACE /api/thing', [site, 'cookie: session=good']),
      [404, 'not_found'],
    ],
    [
      'two origins',
      rawRequest('POST /api/echo', [site, 'origin: https://evil.example', json, sized('{}')], '{}'),
      [403, 'foreign_origin'],
    ],
    [
      'a method smuggled in a header',
      rawRequest('GET /api/echo', ['x-http-method-override: POST']),
      [404, 'not_found'],
    ],
  ])('%s', async (_name, request, expected) => {
    const { port, log } = await serve(routes);
    expect(refusalIn(await rawAnswer(port, request))).toEqual(expected);
    // A broken request’s content is never logged, at any level.
    expect(log.join()).not.toMatch(/a{50}|smuggl|miracle|session=good/);
  });

  it('is not answered if it requests a tunnel', async () => {
    const { port } = await serve(routes);
    expect(await rawAnswer(port, rawRequest('CONNECT evil.example:443'))).toBe('');
  });

  it('times out, with slow headers or a slow body', async () => {
    const { port } = await serve(routes, { arriveWithinMs: 300 });
    const dripping = rawRequest('POST /api/echo', [site, json, 'content-length: 1000'], '{"name":');
    const answers = await Promise.all([
      rawAnswer(port, 'GET /api/thing HTTP/1.1\r\nhost: x\r\n'),
      rawAnswer(port, dripping),
    ]);
    for (const answer of answers) expect(refusalIn(answer)).toEqual([408, 'request_timeout']);
  });
});

describe('a malicious body', () => {
  const ask = async (path: string, body: string) => {
    const { write } = await serve(routes);
    const response = await write(path, body);
    return { status: response.status, body: await response.json() };
  };

  it.each([
    ['__proto__', '{"name":"ab","__proto__":{"isAdmin":true}}'],
    ['__proto__ that is escaped', '{"name":"ab","\\u005f_proto__":{"isAdmin":true}}'],
    ['__proto__ far inside', '{"name":"ab","a":[{"__proto__":{"isAdmin":true}}]}'],
    ['constructor.prototype', '{"name":"ab","constructor":{"prototype":{"isAdmin":true}}}'],
  ])('is refused: %s', async (_name, body) => {
    expect(await ask('/api/anything', body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it.each([
    ['lists', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['lists in an unused field', `{"name":"ab","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('is refused, and exhausts no stack: %s without end', async (_name, body) => {
    expect(await ask('/api/echo', body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('with a repeated key has its last value, as in all parsers: the first is ignored', async () => {
    expect(await ask('/api/echo', '{"name":"first","name":"last"}')).toEqual({
      status: 200,
      body: { name: 'last' },
    });
  });

  it('can claim another type; only the received bytes count', async () => {
    const { write } = await serve(routes);
    const utf16 = await write('/api/echo', '{"name":"ab"}', {
      'content-type': 'application/json; charset=utf-16',
    });
    expect(await utf16.json()).toEqual({ name: 'ab' });
  });
});

it('parsed JSON has only the plain prototype', () => {
  const body = parse(
    v.looseObject({ name: v.string() }),
    JSON.parse('{"name":"ab","__proto__":{"isAdmin":true}}'),
  );
  expect('isAdmin' in body).toBe(false);
});
