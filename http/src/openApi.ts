import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { type ProblemCode, problemSchema, problems } from '@pmcw/contracts';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifySchema, RouteOptions } from 'fastify';
import type * as v from 'valibot';
import { signedIn } from './sessions.ts';
import type { Site } from './site.ts';

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** 2020-12, as in OpenAPI 3.1; the document declares `$schema` once. */
export function jsonSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): object {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode,
  });
  return converted;
}

const problemAnswer = jsonSchema(problemSchema, 'output');

const needsSession = (route: RouteOptions): boolean => [route.onRequest].flat().includes(signedIn);

/** Problems that may occur even before routing. */
const everyRoutes = [
  'invalid_input',
  'request_timeout',
  'headers_too_large',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly ProblemCode[];

function problemsOf(schema: FastifySchema, route: RouteOptions): ProblemCode[] {
  const methods = [route.method].flat();
  const writes = methods.some((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  const byNature: ProblemCode[] = [
    ...(needsSession(route) ? (['not_signed_in'] as const) : []),
    // Bodies are checked even if the route takes none.
    ...(writes ? (['foreign_origin', 'too_large', 'unsupported_media_type'] as const) : []),
    ...everyRoutes,
  ];
  return [...new Set([...byNature, ...(schema.problems ?? [])])];
}

interface DocumentedAnswer {
  readonly description: string;
  readonly content?: Readonly<Record<string, object>>;
}
type Answers = Readonly<Record<string, DocumentedAnswer>>;

export function problemAnswers(codes: readonly ProblemCode[]): Answers {
  const statuses = [...new Set(codes.map((code) => problems[code].status))];
  const byStatus = statuses.map((status) => {
    const titles = codes
      .filter((code) => problems[code].status === status)
      .map((code) => `\`${code}\`: ${problems[code].title}`);
    const content = { 'application/problem+json': { schema: problemAnswer } };
    return [String(status), { description: titles.join('; '), content }] as const;
  });
  return Object.fromEntries(byStatus);
}

function schemaAnswers(response: unknown): Answers {
  if (typeof response !== 'object' || response === null) return {};
  const documented = Object.entries(response).map(([status, schema]) => {
    if (!isSchema(schema)) throw new TypeError('Responses take valibot schemas');
    const isEmpty = schema.type === 'null' || schema.type === 'undefined' || schema.type === 'void';
    const content = { 'application/json': { schema: jsonSchema(schema, 'output') } };
    return [status, { description: 'Done', ...(isEmpty ? {} : { content }) }] as const;
  });
  return Object.fromEntries(documented);
}

function describedAnswers(described: FastifySchema['described'] = {}): Answers {
  const bytes = { schema: { type: 'string', format: 'binary' } };
  const documented = Object.entries(described).map(([status, { description, types }]) => {
    const content = types && Object.fromEntries(types.map((type) => [type, bytes]));
    return [status, { description, ...(content && { content }) }] as const;
  });
  return Object.fromEntries(documented);
}

function together(...kinds: readonly Answers[]): Record<string, object> {
  const all: Record<string, DocumentedAnswer> = {};
  for (const [status, answer] of kinds.flatMap((answers) => Object.entries(answers))) {
    const known = all[status];
    all[status] =
      known === undefined
        ? answer
        : {
            description: `${known.description}; ${answer.description}`,
            content: { ...known.content, ...answer.content },
          };
  }
  const documented = Object.entries(all).map(([status, answer]) => [
    status,
    answer.content === undefined ? { type: 'null', description: answer.description } : answer,
  ]);
  return Object.fromEntries(documented);
}

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

/** No proxy forwards other paths. */
const isForClients = (url: string): boolean => /^\/(api|graphql|media|og|\.well-known)(\/|$)/.test(url);

const json = ['application/json'];

/** `@pmcw/runtime` does not document them. */
const forOperators: Readonly<Record<string, FastifySchema>> = {
  '/healthz': {
    tags: ['operations'],
    summary: 'Whether the process is alive',
    described: { 200: { description: 'It is', types: json } },
  },
  '/readyz': {
    tags: ['operations'],
    summary: 'Whether what the process needs is there, and how far it lags behind',
    described: {
      200: { description: 'Its checks; `state` is `ready` or `degraded`', types: json },
      503: { description: 'What is missing, by name; the same body', types: json },
    },
  },
  '/metrics': {
    tags: ['operations'],
    summary: 'Measurements for Prometheus',
    described: { 200: { description: 'In its text format', types: ['text/plain'] } },
  },
};

function openApiTransform({
  schema,
  url,
  route,
}: {
  readonly schema: FastifySchema | undefined;
  readonly url: string;
  readonly route: RouteOptions;
}): { schema: FastifySchema; url: string } {
  const forOperator = forOperators[url];
  const {
    problems: _,
    body,
    params,
    querystring,
    response,
    described,
    ...words
  } = forOperator ?? schema ?? {};
  const parts = Object.entries({ body, params, querystring }).flatMap(([part, of]) =>
    isSchema(of) ? [[part, jsonSchema(of, 'input')]] : [],
  );
  return {
    url,
    schema: {
      ...words,
      ...(isForClients(url) || forOperator !== undefined ? {} : { hide: true }),
      ...Object.fromEntries(parts),
      ...(needsSession(route) ? { security: [{ session: [] }] } : {}),
      response: together(
        schemaAnswers(response),
        describedAnswers(described),
        problemAnswers(problemsOf(schema ?? {}, route)),
      ),
    },
  };
}
