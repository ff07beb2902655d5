import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyExports, noDrafts, noPasskeys, profileKeys } from '../test/standIns.ts';
import { openWorld } from '../test/world.ts';
import { createQueryService, type QueryService } from './index.ts';

let database: TestDatabase;
let service: QueryService;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  database = await freshDatabase();
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
    onEnded: () => () => undefined,
  };
  service = createQueryService({
    incarnations: onlyIncarnation,
    pushKey: async () => '',
    streams: {
      head: async () => 0n,
      async *readStream() {},
      readSealed: () => expect.unreachable(),
    },
    connectionString: database.url,
    vault: {
      sessions,
      media: { describe: async () => null, read: async () => null },
      drafts: noDrafts,
      passkeys: noPasskeys,
      openidLinks: noPasskeys,
      exports: anyExports,
      profileKeys,
    },
    publicUrl: 'http://localhost:8080',
    production: true,
  });
  app = fastify();
  await app.register(service.plugin);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await service.close();
  await database.drop();
});

describe('a table that disappears later', () => {
  it('is an internal error, without Retry-After', async () => {
    const world = await openWorld();
    try {
      expect((await world.ask('/api/directory')).status).toBe(200);
      const client = new pg.Client(world.databaseUrl);
      await client.connect();
      await client.query('drop schema directory cascade');
      await client.end();
      const answer = await world.ask('/api/directory');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, null]);
    } finally {
      await world.close();
    }
  });
});

describe('the query service on its own server, before the read models exist', () => {
  it.each([
    ['/api/user', 401],
    ['/api/none', 404],
    ['/', 404],
    ['/api/directory', 503],
  ])('answers %s with a problem of status %i', async (path, status) => {
    const response = await fetch(url + path);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('documents itself', async () => {
    expect(await (await fetch(`${url}/api/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
  });
});
