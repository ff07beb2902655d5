import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

function schemaOf(request: FastifyRequest, reply: FastifyReply): v.GenericSchema | null {
  const { response } = request.routeOptions.schema ?? {};
  if (typeof response !== 'object' || response === null) return null;
  const schema = new Map<string, unknown>(Object.entries(response)).get(String(reply.statusCode));
  return isSchema(schema) ? schema : null;
}

/**
 * Compares the text of every answer that has a schema with what `JSON.stringify` makes of the parsed value. Call it
 * before adding routes, because the hook applies only to later ones.
 * @returns the routes with another text
 */
export function missedBySerializers(app: FastifyInstance): () => readonly string[] {
  const found = new Set<string>();
  const expected = new WeakMap<FastifyRequest, string>();
  app.addHook('preSerialization', async (request, reply, payload) => {
    const schema = schemaOf(request, reply);
    if (schema !== null) expected.set(request, JSON.stringify(v.parse(schema, payload)));
    return payload;
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const wanted = expected.get(request);
    if (wanted === undefined) return;
    const isEqual = typeof payload === 'string' && isDeepStrictEqual(JSON.parse(payload), JSON.parse(wanted));
    if (!isEqual)
      found.add(`${request.method} ${request.routeOptions.url}: ${String(payload)} for ${wanted}`);
  });
  return () => [...found];
}
