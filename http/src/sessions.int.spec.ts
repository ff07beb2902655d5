import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { nameSchema } from '../test/routes.ts';
import { problemOf, serve, session } from '../test/served.ts';
import { withSchemas } from './schemas.ts';
import { clearSessionCookie, requireSession, setSessionCookie, signedIn } from './sessions.ts';

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

  it('are found by their cookie, once per request', async () => {
    const { call, lookups } = await serve(me);
    const response = await call('/api/me', { headers: { cookie: 'session=good' } });
    expect(await response.json()).toEqual({ userId: 7 });
    expect(lookups).toEqual(['good']);
  });

  it.each([undefined, 'session=', 'session=stale', 'other=good'])(
    'are absent with the cookie %s',
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

  it('are checked before the body, so that visitors learn nothing of its errors', async () => {
    const { write } = await serve(me);
    expect((await write('/api/guarded', { name: 'x' })).status).toBe(401);
    expect((await write('/api/guarded', { name: 'x' }, { cookie: 'session=good' })).status).toBe(400);
  });

  it('start and end with a cookie that scripts can’t read', async () => {
    const { write } = await serve(me);
    expect((await write('/api/start')).headers.getSetCookie()).toEqual([
      'session=good; Path=/; Expires=Thu, 01 Jan 2099 00:00:00 GMT; HttpOnly; SameSite=Lax',
      'signed-in=s1; Path=/; Expires=Thu, 01 Jan 2099 00:00:00 GMT; SameSite=Lax',
    ]);
    expect((await write('/api/end')).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; .*Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^signed-in=; .*Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax$/),
    ]);
  });

  it('are bound to the host on https', async () => {
    const { write } = await serve(me, { publicUrl: 'https://pmcw.example' });
    expect((await write('/api/start')).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=good; Path=\/; .*; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^signed-in=s1; Path=\/; .*; Secure; SameSite=Lax$/),
    ]);
  });

  it.each([
    // [cookies of the browser, change of the hint in the answer]
    ['', null],
    ['session=good; signed-in=s1', null],
    ['session=good', /^signed-in=s1; Path=\/; Expires=Thu, 01 Jan 2099 00:00:00 GMT; SameSite=Lax$/],
    ['session=good; signed-in=s0', /^signed-in=s1; Path=/],
    // It may arrive after the answer of a new sign-in.
    ['session=stale; signed-in=s0', null],
    ['signed-in=s0', null],
    ['session=stale', null],
  ])('leave a hint for scripts, and never take that of another away: with "%s"', async (cookie, change) => {
    const { call } = await serve(me);
    const response = await call('/api/me', { headers: { cookie } });
    expect(response.headers.getSetCookie()).toEqual(change === null ? [] : [expect.stringMatching(change)]);
  });

  it('never set a hint in cacheable answers, and replace an old one after a sign-in', async () => {
    const { call, write } = await serve(me);
    expect((await call('/file', { headers: { cookie: 'signed-in=s0' } })).headers.getSetCookie()).toEqual([]);
    const started = await write('/api/start', undefined, { cookie: 'session=stale; signed-in=s0' });
    const hints = started.headers.getSetCookie().filter((line) => line.startsWith('signed-in='));
    expect(hints).toEqual([expect.stringMatching(/^signed-in=s1;/)]);
    const ended = await write('/api/end', undefined, { cookie: 'session=good' });
    expect(ended.headers.getSetCookie().filter((line) => line.startsWith('signed-in='))).toEqual([
      expect.stringMatching(/^signed-in=;/),
    ]);
  });
});
