import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { type ProblemCode, problemSchema, problems } from '@pmcw/contracts';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifySchema, RouteOptions } from 'fastify';
import type * as v from 'valibot';
import { signedIn } from './sessions.ts';
import type { Site } from './site.ts';

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** Schemas speak JSON Schema 2020-12, as OpenAPI 3.1 does; `$schema` is said once, for the whole document. */
function jsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): object {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode,
  });
  return converted;
}

const problemAnswer = jsonSchema(problemSchema, 'output');

const needsSession = (route: RouteOptions): boolean => [route.onRequest].flat().includes(signedIn);

/** The refusals that a route has by its nature, beside its own. */
function problemsOf(schema: FastifySchema, route: RouteOptions): ProblemCode[] {
  const methods = [route.method].flat();
  const writes = methods.some((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const parsed = schema.body ?? schema.params ?? schema.querystring;
  const byNature: ProblemCode[] = [
    ...(parsed === undefined ? [] : (['invalid_input'] as const)),
    ...(needsSession(route) ? (['not_signed_in'] as const) : []),
    ...(writes ? (['foreign_origin'] as const) : []),
    ...(schema.body === undefined ? [] : (['too_large', 'unsupported_media_type'] as const)),
    'too_many_requests',
    'unavailable',
  ];
  return [...new Set([...byNature, ...(schema.problems ?? [])])];
}

/** Refusals by status, for one status may have several codes. */
function problemAnswers(codes: readonly ProblemCode[]): Record<string, object> {
  const statuses = [...new Set(codes.map((code) => problems[code].status))];
  const byStatus = statuses.map((status) => {
    const titles = codes
      .filter((code) => problems[code].status === status)
      .map((code) => `\`${code}\`: ${problems[code].title}`);
    const content = { 'application/problem+json': { schema: problemAnswer } };
    return [String(status), { description: titles.join('; '), content }];
  });
  return Object.fromEntries(byStatus);
}

function answers(response: unknown): Record<string, object> {
  if (typeof response !== 'object' || response === null) return {};
  const documented = Object.entries(response).map(([status, schema]) => {
    if (!isSchema(schema)) throw new TypeError('Responses take valibot schemas');
    const empty = schema.type === 'null' || schema.type === 'undefined' || schema.type === 'void';
    return [status, empty ? { type: 'null', description: 'Done' } : jsonSchema(schema, 'output')];
  });
  return Object.fromEntries(documented);
}

/** How `@fastify/swagger` makes the document of all routes; `app.swagger()` is then the OpenAPI 3.1 object. */
export function openApi(site: Site): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'PMCW',
        version: '1',
        description:
          'Crypto identity profiles, a member directory and messages. Writes need an Origin of this site; ' +
          'commands answer the position of their last event, and queries that bring it along have seen it.',
      },
      servers: [{ url: site.publicUrl }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: site.sessionCookie } },
      },
    },
    transform: openApiTransform,
  };
}

/** What clients may ask for; everything else is for operators and other processes, and no proxy forwards it. */
const isForClients = (url: string): boolean => /^\/(api|graphql|media|og|\.well-known)(\/|$)/.test(url);

/**
 * The `transform` of `@fastify/swagger`: a route's valibot schemas become JSON Schema, its codes of refusal become
 * documented answers. Routes without schemas are documented with their path alone.
 */
function openApiTransform({
  schema,
  url,
  route,
}: {
  readonly schema: FastifySchema | undefined;
  readonly url: string;
  readonly route: RouteOptions;
}): { schema: FastifySchema; url: string } {
  const { problems: _, body, params, querystring, response, ...described } = schema ?? {};
  const parts = Object.entries({ body, params, querystring }).flatMap(([part, of]) =>
    isSchema(of) ? [[part, jsonSchema(of, 'input')]] : [],
  );
  return {
    url,
    schema: {
      ...described,
      ...(isForClients(url) ? {} : { hide: true }),
      ...Object.fromEntries(parts),
      ...(needsSession(route) ? { security: [{ session: [] }] } : {}),
      response: { ...answers(response), ...problemAnswers(problemsOf(schema ?? {}, route)) },
    },
  };
}
