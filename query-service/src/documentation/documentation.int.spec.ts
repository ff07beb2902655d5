import { documentPath } from '@pmcw/contracts';
import { createHttpServer } from '@pmcw/http';
import { onlyIncarnation } from '@pmcw/runtime';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let answer: () => unknown = () => ({});
let commandService: FastifyInstance;
let world: World;
beforeAll(async () => {
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
  commandService = await createHttpServer({
    vault: { sessions },
    publicUrl: 'http://localhost:8080',
    incarnations: onlyIncarnation,
  });
  commandService.get(documentPath, { config: { session: false } }, () => answer());
  const address = await commandService.listen({ host: '127.0.0.1', port: 0 });
  // The first of them is down.
  world = await openWorld({ commandServices: ['http://127.0.0.1:1', address] });
});
afterAll(async () => {
  await world.close();
  await commandService.close();
});
afterEach(() => {
  answer = () => ({});
});

const documentSchema = v.looseObject({
  info: v.looseObject({ title: v.string() }),
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({ summary: v.string() }))),
});

describe('GET /api/openapi.json beside a command service in another process', () => {
  it('has the operations of both, also on the same path', async () => {
    answer = () => ({
      info: { title: 'theirs' },
      paths: { '/api/login': { post: { summary: 'in' } }, '/api/settings': { patch: { summary: 'change' } } },
    });
    const { info, paths } = await world.json(documentSchema, '/api/openapi.json');
    expect(info.title).toBe('PMCW');
    expect(paths['/api/login']).toEqual({ post: { summary: 'in' } });
    expect(Object.keys(paths['/api/settings'] ?? {})).toEqual(['get', 'patch']);
    expect(paths['/api/directory']?.get?.summary).toBeTypeOf('string');
  });

  it.each([
    ['fails', () => Promise.reject(new Error('broken'))],
    ['answers something else', () => ({ hello: 'there' })],
  ])('is unavailable as a whole while the command service %s', async (_, broken) => {
    answer = broken;
    const problem = await world.problem(503, 'unavailable', '/api/openapi.json');
    expect(problem.detail).toBeTypeOf('string');
  });
});
