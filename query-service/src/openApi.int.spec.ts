import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const documentSchema = v.object({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({ summary: v.optional(v.string()) }))),
});

describe('GET /api/openapi.json', () => {
  it('has every route, each with a summary', async () => {
    const { openapi, paths } = await world.json(documentSchema, '/api/openapi.json');
    expect(openapi).toBe('3.1.0');
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => {
        expect(summary).toBeTypeOf('string');
        return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      }),
    );
    expect(documented.length).toBeGreaterThan(12);
    const shown = world.routes.filter((route) => !world.hiddenRoutes.includes(route));
    // The gateway's only route has no document of its own.
    expect(documented.sort()).toEqual([...shown, 'GET /ws'].sort());
  });

  it('documents refusals', async () => {
    const { paths } = await world.json(documentSchema, '/api/openapi.json');
    expect(Object.keys(Object(paths['/api/messages/{userId}']?.get?.responses))).toEqual([
      '200',
      '400',
      '401',
      '404',
      '408',
      '429',
      '431',
      '500',
      '503',
    ]);
  });
});
