import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { echo } from '../test/routes.ts';
import { problemOf, serve } from '../test/served.ts';

/** Allows two requests per address, and records addresses. */
function twoEach() {
  const seen: string[] = [];
  const countRequest = (address: string) => {
    seen.push(address);
    return seen.filter((other) => other === address).length > 2 ? 9 : 0;
  };
  return { seen, countRequest };
}
const from = (forwardedFor: string) => ({ headers: { 'x-forwarded-for': forwardedFor } });
const routes = (app: FastifyInstance): void => {
  app.get('/api/thing', () => ({}));
  app.get('/healthz', { config: { session: false, limited: false } }, () => ({}));
  echo(app);
};

it('an address with too many requests gets the seconds to wait, before any other check', async () => {
  const { countRequest } = twoEach();
  const { call, lookups } = await serve(routes, { countRequest });
  for (const path of ['/api/thing', '/nothing/at/all']) await call(path);
  const headers = { cookie: 'session=good', origin: 'https://evil.example', 'content-type': 'text/plain' };
  const refused = await call('/api/echo', { method: 'POST', headers, body: 'x' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('9');
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect((await problemOf(refused)).code).toBe('too_many_requests');
  expect(lookups).toEqual([]);
});

it('operators’ requests are never counted', async () => {
  const { countRequest, seen } = twoEach();
  const { call } = await serve(routes, { countRequest });
  for (const _ of [1, 2, 3, 4]) expect((await call('/healthz')).status).toBe(200);
  expect(seen).toEqual([]);
});

it('without a proxy, it is the connection’s address, whatever the headers claim', async () => {
  const { countRequest, seen } = twoEach();
  const { call } = await serve(routes, { countRequest });
  const statuses = [];
  for (const claim of ['6.6.6.6', '7.7.7.7', '8.8.8.8, 127.0.0.1']) {
    statuses.push((await call('/api/thing', from(claim))).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  expect(new Set(seen)).toEqual(new Set(['127.0.0.1']));
});

it('behind a proxy, it is the one that the proxy saw, and addresses are limited separately', async () => {
  const { countRequest, seen } = twoEach();
  const { call } = await serve(routes, { countRequest, trustProxy: ['127.0.0.1', '10.0.0.0/8'] });
  const statuses = [];
  for (const claim of [
    '203.0.113.7',
    '6.6.6.6, 203.0.113.7',
    '7.7.7.7, 203.0.113.7, 10.1.2.3',
    '203.0.113.8',
  ]) {
    statuses.push((await call('/api/thing', from(claim))).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200]);
  expect(seen).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8']);
});
