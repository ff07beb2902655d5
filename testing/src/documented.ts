import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        responses: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
      }),
    ),
  ),
});

type Paths = z.infer<typeof documentSchema>['paths'];

/** By routes: servers with the same have the same document, and making it takes a while. */
const documents = new Map<string, Paths>();

function documentOf(app: FastifyInstance, swagger: () => unknown): Paths {
  const routes = app.printRoutes();
  const made = documents.get(routes) ?? documentSchema.parse(swagger()).paths;
  documents.set(routes, made);
  return made;
}

const problemSchema = z.looseObject({ code: z.string() });

/** As `@fastify/swagger` decides. */
const isHidden = (schema: FastifySchema | undefined): boolean =>
  schema !== undefined && 'hide' in schema && schema.hide === true;

/**
 * Compares every answer of a server with its OpenAPI document, except on routes hidden from it. Call it before adding
 * routes, because the hook applies only to later ones.
 * @returns what answers had that the document lacks: operations, statuses, or codes of refusals
 */
export function undocumentedAnswers(app: FastifyInstance, swagger: () => unknown): () => readonly string[] {
  const found = new Set<string>();
  let paths: Paths | null = null;

  function missing(request: FastifyRequest, status: number, code: string | null): string | null {
    paths ??= documentOf(app, swagger);
    const path = (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}');
    const name = `${request.method} ${path}: ${status} ${code ?? ''}`;
    // HEAD is allowed wherever GET is.
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    const described = paths[path]?.[method]?.responses[String(status)];
    if (described === undefined) return name;
    return code === null || described.description?.includes(`\`${code}\``) ? null : name;
  }
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.is404 || isHidden(request.routeOptions.schema)) return;
    const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
    const code =
      isProblem && typeof payload === 'string' ? problemSchema.parse(JSON.parse(payload)).code : null;
    const lacking = missing(request, reply.statusCode, code);
    if (lacking !== null) found.add(lacking);
  });
  return () => [...found];
}
