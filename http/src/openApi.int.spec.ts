import { directoryQuerySchema, loginBodySchema, sessionUserSchema, userIdParamSchema } from '@pmcw/contracts';
import { onlyIncarnation } from '@pmcw/runtime';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withSchemas } from './schemas.ts';
import { createHttpServer } from './server.ts';
import { signedIn } from './sessions.ts';

let app: FastifyInstance;
beforeEach(async () => {
  const unused = () => Promise.reject(new Error('not used'));
  const sessions = {
    find: unused,
    start: unused,
    startProved: unused,
    prove: unused,
    isFresh: unused,
    all: unused,
    ended: unused,
    end: unused,
    endAll: unused,
    forgetAll: unused,
    onEnded: () => () => {},
  };
  app = await createHttpServer({
    vault: { sessions },
    publicUrl: 'https://pmcw.example',
    incarnations: onlyIncarnation,
  });
});
afterEach(() => app.close());

describe('the OpenAPI document', () => {
  it('has a route’s schemas: query, body, answers', async () => {
    withSchemas(app).get(
      '/api/directory',
      {
        schema: {
          summary: 'Lists members',
          querystring: directoryQuerySchema,
          response: { 200: v.array(v.string()) },
        },
      },
      () => [],
    );
    withSchemas(app).post(
      '/api/login',
      {
        schema: {
          body: loginBodySchema,
          response: { 200: sessionUserSchema },
          problems: ['wrong_credentials'],
        },
      },
      () => Promise.reject(new Error('not called')),
    );
    await app.ready();
    expect(app.swagger()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'https://pmcw.example' }],
      paths: {
        '/api/directory': {
          get: {
            summary: 'Lists members',
            parameters: expect.arrayContaining([
              expect.objectContaining({ in: 'query', name: 'sort', required: false }),
            ]),
            responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } },
          },
        },
        '/api/login': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: { required: ['username', 'password'] } } },
            },
            responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
          },
        },
      },
    });
  });

  it('has a route’s problems: its own, and those that its kind implies', async () => {
    const schema = {
      body: loginBodySchema,
      params: v.object({ id: userIdParamSchema }),
      problems: ['wallet_taken'],
    } as const;
    withSchemas(app).patch('/api/things/:id', { onRequest: signedIn, schema }, () => ({}));
    app.get('/api/plain', () => ({}));
    app.get('/healthz', () => ({}));
    app.get('/internal/anything', () => ({}));
    await app.ready();
    const { paths } = app.swagger();
    const refusals = { content: { 'application/problem+json': { schema: { type: 'object' } } } };
    expect(paths?.['/api/things/{id}']).toMatchObject({
      patch: {
        security: [{ session: [] }],
        parameters: [{ in: 'path', name: 'id', required: true }],
        responses: {
          400: refusals,
          401: { description: '`not_signed_in`: Not signed in' },
          403: refusals,
          408: refusals,
          409: { description: '`wallet_taken`: Wallet address taken' },
          413: refusals,
          415: refusals,
          431: refusals,
          500: refusals,
          503: refusals,
        },
      },
    });
    expect(Object.keys(paths?.['/api/plain']?.get?.responses ?? {})).toEqual([
      ...['400', '408', '429', '431', '500', '503'],
    ]);
    // Operators’ routes are documented, those between processes are not.
    expect(paths?.['/healthz']?.get).toMatchObject({ tags: ['operations'], responses: { 200: {} } });
    expect(Object.keys(paths ?? {})).not.toContain('/internal/anything');
  });

  it('has answers without a schema, also beside a problem with the same status', async () => {
    const described = {
      206: { description: 'A part', types: ['audio/webm'] },
      304: { description: 'As it was' },
      503: { description: 'Not yet', types: ['text/plain'] },
    };
    app.get('/media/:hash', { schema: { described } }, () => '');
    await app.ready();
    const responses = app.swagger().paths?.['/media/{hash}']?.get?.responses;
    expect(responses?.['206']).toMatchObject({ description: 'A part', content: { 'audio/webm': {} } });
    expect(responses?.['304']).toEqual({ description: 'As it was' });
    expect(responses?.['503']).toEqual({
      description: 'Not yet; `unavailable`: Unavailable',
      content: { 'text/plain': expect.anything(), 'application/problem+json': expect.anything() },
    });
  });

  it('has answers without a body', async () => {
    withSchemas(app).delete(
      '/api/things',
      { schema: { response: { 204: v.null() } } },
      async (_request, reply) => {
        reply.code(204);
        return null;
      },
    );
    await app.ready();
    expect(app.swagger().paths?.['/api/things']?.delete?.responses?.['204']).toEqual({ description: 'Done' });
  });
});
