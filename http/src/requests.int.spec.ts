import { describe, expect, it } from 'vitest';
import { echo } from '../test/routes.ts';
import { problemOf, serve } from '../test/served.ts';

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

  it.each(['PUT', 'PATCH', 'DELETE'])('covers %s, even without a route', async (method) => {
    const { call } = await serve();
    expect((await call('/api/nothing', { method })).status).toBe(403);
  });

  it('accepts writes from the site’s pages, and all reads', async () => {
    const { call, write } = await serve(echo);
    expect(await (await write('/api/echo', { name: 'Ada' })).json()).toEqual({ name: 'Ada' });
    expect((await write('/api/echo', { name: 'Ada' }, { origin: 'http://127.0.0.1:8080' })).status).toBe(200);
    expect((await call('/api/nothing', { headers: { origin: 'https://evil.example' } })).status).toBe(404);
  });
});
