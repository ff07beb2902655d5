import type { FastifyInstance } from 'fastify';
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

/** Every route of the server as `METHOD /path`, from its own router. */
function routeTable(app: FastifyInstance): string[] {
  const lines = app.printRoutes({ commonPrefix: false }).split('\n');
  return lines.flatMap((line) => {
    const [, path, methods] = /── (\S+) \(([A-Z, ]+)\)/.exec(line) ?? [];
    return path === undefined || methods === undefined
      ? []
      : methods.split(', ').map((method) => `${method} ${path}`);
  });
}

describe('GET /api/openapi.json', () => {
  it('names every route there is, each with a summary', async () => {
    const { openapi, paths } = await world.json(documentSchema, '/api/openapi.json');
    expect(openapi).toBe('3.1.0');
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => {
        expect(summary).toBeTypeOf('string');
        return `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      }),
    );
    const routes = routeTable(world.app).filter((route) => !route.startsWith('HEAD'));
    expect(documented.length).toBeGreaterThan(12);
    expect(documented.sort()).toEqual(routes.sort());
  });

  it('documents refusals', async () => {
    const { paths } = await world.json(documentSchema, '/api/openapi.json');
    expect(Object.keys(Object(paths['/api/messages/{userId}']?.get?.responses))).toEqual([
      '200',
      '400',
      '401',
      '404',
      '503',
    ]);
  });
});
