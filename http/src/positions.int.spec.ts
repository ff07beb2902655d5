import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { problemOf, serve } from '../test/served.ts';
import { answerPosition, askedPositions } from './positions.ts';

describe('positions', () => {
  const routes = (app: FastifyInstance): void => {
    app.post('/api/command', (_request, reply) => {
      answerPosition(reply, '41');
      return reply.code(204).send();
    });
    app.get('/api/query', (request) => {
      const { own, wanted } = askedPositions(request);
      return { min: String(wanted), own: String(own) };
    });
  };

  it('are sent as a header and a short-lived cookie', async () => {
    const { write } = await serve(routes);
    const response = await write('/api/command');
    expect(response.headers.get('x-position')).toBe('41');
    expect(response.headers.get('x-incarnation')).toBe('only');
    expect(response.headers.getSetCookie()).toEqual([
      'seen=only.41; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  it('never go back in the cookie', async () => {
    const { write } = await serve(routes);
    const response = await write('/api/command', undefined, { cookie: 'seen=only.50' });
    expect(response.headers.get('x-position')).toBe('41');
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('seen=only.50;')]);
  });

  it.each([
    [{}, '', '0'],
    [{ cookie: 'seen=only.9' }, '', '9'],
    [{ 'x-min-position': '10' }, '', '10'],
    [{ cookie: 'seen=only.9', 'x-min-position': '10' }, '', '10'],
    [{ cookie: 'seen=only.11', 'x-min-position': '10' }, '', '11'],
    [{ cookie: 'seen=broken', 'x-min-position': '10' }, '', '10'],
    [{ cookie: 'seen=only.9', 'x-min-position': '10' }, '?min-position=11', '11'],
    [{ 'x-min-position': '12' }, '?min-position=11', '12'],
    [{ cookie: 'seen=restored-away.97' }, '', '0'],
    [{ cookie: 'seen=97' }, '', '0'],
    [{ cookie: 'seen=restored-away.97', 'x-min-position': '12', 'x-incarnation': 'only' }, '', '12'],
    [{ cookie: 'seen=only.9', 'x-min-position': '97', 'x-incarnation': 'restored-away' }, '', '9'],
    [{ cookie: 'seen=only.12' }, '?min-position=11&other=1', '12'],
  ])('of %j and %j are %s', async (headers, query, min) => {
    const { call } = await serve(routes);
    expect(await (await call(`/api/query${query}`, { headers })).json()).toMatchObject({ min });
  });

  it('are the caller’s own only in the cookie', async () => {
    const { call } = await serve(routes);
    const headers = { cookie: 'seen=only.9', 'x-min-position': '10' };
    expect(await (await call('/api/query?min-position=11', { headers })).json()).toEqual({
      min: '11',
      own: '9',
    });
  });

  it.each([
    ['x-min-position', '', { 'x-min-position': '-1' }],
    ['min-position', '?min-position=soon', {}],
    ['min-position', '?min-position=1&min-position=2', {}],
  ])('in %s must be positions', async (path, query, headers) => {
    const { call } = await serve(routes);
    const response = await call(`/api/query${query}`, { headers });
    expect(await problemOf(response)).toMatchObject({ status: 400, errors: [{ path }] });
  });
});
