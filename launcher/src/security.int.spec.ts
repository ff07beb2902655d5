import { problemSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminPassword,
  cookiesOf,
  publicUrl,
  type RunningProduct,
  registration,
  runProduct,
} from '../test/product.ts';
import { upgrade } from '../test/upgrade.ts';

let product: RunningProduct;
let cookie: string;
beforeAll(async () => {
  product = await runProduct({ trustProxy: ['127.0.0.1'] });
  const registered = await product.ask('POST', '/api/register', { body: registration('ada') });
  cookie = cookiesOf(registered);
});
afterAll(() => product.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });

/** All kinds of answers. */
const kinds: Readonly<Record<string, readonly [status: number, ask: () => Promise<Response>]>> = {
  'the app': [200, () => product.ask('GET', '/')],
  'a profile page': [200, () => product.ask('GET', '/ada', { cookie })],
  'a page that is not there': [404, () => product.ask('GET', '/no/such/page')],
  'a file that is not there': [404, () => product.ask('GET', '/assets/none.js')],
  'media that are not there': [404, () => product.ask('GET', `/media/${'0'.repeat(64)}`)],
  'an answer of the API': [200, () => product.ask('GET', '/api/user', { cookie })],
  'a list': [200, () => product.ask('GET', '/api/directory')],
  'a command': [204, () => product.ask('POST', '/api/messages/global/read', { cookie })],
  'no session': [401, () => product.ask('GET', '/api/user')],
  'a foreign page': [
    403,
    () => product.ask('POST', '/api/logout', { headers: { origin: 'https://evil.example' } }),
  ],
  'bad input': [400, () => product.ask('POST', '/api/login', { body: {} })],
  'no JSON': [
    415,
    () => product.ask('POST', '/api/login', { body: 'x', headers: { 'content-type': 'text/plain' } }),
  ],
  'too much': [413, () => product.ask('POST', '/api/login', { body: { username: 'x'.repeat(200_000) } })],
  'a URL that can not be decoded': [400, () => product.ask('GET', '/api/%zz')],
  'no such operation': [404, () => product.ask('GET', '/api/nothing')],
  'a GraphQL document of a stranger': [
    403,
    () => product.ask('POST', '/graphql', { body: { query: '{ __typename }' } }),
  ],
  OpenAPI: [200, () => product.ask('GET', '/api/openapi.json')],
  metrics: [200, () => product.ask('GET', '/metrics')],
};

describe('the headers of every kind of answer', () => {
  it.each(Object.entries(kinds))('%s', async (_name, [status, ask]) => {
    const response = await ask();
    expect(response.status).toBe(status);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'; script-src 'self';");
    expect(policy).toContain(
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types pmcw-scripts$/);
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|data:|blob:|http)/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('server')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    const path = new URL(response.url).pathname;
    if (/^\/(api|graphql|metrics)/.test(path)) expect(response.headers.get('cache-control')).toBe('no-store');
    else expect(response.headers.get('cache-control') ?? 'no-store').toMatch(/no-cache|no-store/);
  });
});

describe('every write', () => {
  const documentSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });
  const spread = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });

  it('is refused without an origin or from other sites, with any session, and accepts only JSON', async () => {
    const { paths } = v.parse(documentSchema, await (await product.ask('GET', '/api/openapi.json')).json());
    const writes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
        .map((method) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, '1') })),
    );
    expect(writes.length).toBeGreaterThan(25);
    const credentials = { username: 'admin', password: adminPassword };
    const admin = cookiesOf(await product.ask('POST', '/api/login', { body: credentials }));
    for (const [n, { method, path }] of writes.entries()) {
      const request = `${method} ${path}`;
      for (const origin of ['https://evil.example', 'null']) {
        const answer = await product.ask(method, path, { cookie, headers: { origin, ...spread(n) } });
        expect([request, answer.status, await codeOf(answer)]).toEqual([request, 403, 'foreign_origin']);
      }
      const answer = await fetch(product.url + path, { method, headers: { cookie, ...spread(n) } });
      expect([request, answer.status]).toEqual([request, 403]);
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...spread(n) };
      const form = await product.ask(method, path, { cookie: admin, body: 'a=b', headers });
      expect([request, form.status]).toEqual([request, 415]);
    }
  });
});

const codeOf = async (answer: Response) => v.parse(problemSchema, await answer.json()).code;

describe('too many requests of one address', () => {
  const knock = (address: string) =>
    upgrade(product.port, { origin: publicUrl, cookie, 'x-forwarded-for': address });

  it('are refused, including upgrades of /ws, without affecting other addresses', async () => {
    const flooder = '2001:db8:1:2::7';
    let last = await product.ask('GET', '/api/nothing', { headers: from(flooder) });
    for (let sent = 0; last.status === 404 && sent < 200; sent += 1) {
      const burst = Array.from({ length: 100 }, () =>
        product.ask('GET', '/api/nothing', { headers: from(flooder) }),
      );
      last = (await Promise.all(burst)).find(({ status }) => status === 429) ?? last;
    }
    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toBe('1');
    expect(last.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(last.headers.get('cache-control')).toBe('no-store');

    // The bucket refills, but more slowly than it is emptied.
    const knocks = await Promise.all(Array.from({ length: 100 }, () => knock('2001:db8:1:2::8')));
    const refused = knocks.filter((answer) => answer.startsWith('HTTP/1.1 429 '));
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer).toContain('retry-after: 1\r\n');
      expect(answer).toContain('"code":"too_many_requests"');
      expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
      expect(answer).toContain("content-security-policy: default-src 'none'");
    }
    expect(await knock('2001:db8:1:3::7')).toMatch(/^HTTP\/1\.1 101 /);
    expect((await product.ask('GET', '/api/nothing', { headers: from('203.0.113.9') })).status).toBe(404);
    // Requests of operators are never counted.
    expect((await product.ask('GET', '/healthz', { headers: from(flooder) })).status).toBe(200);
  });
});
