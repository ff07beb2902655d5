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

const problemSchema = z.looseObject({ code: z.string() });

/** As `@fastify/swagger` takes it. */
const isHidden = (schema: FastifySchema | undefined): boolean =>
  schema !== undefined && 'hide' in schema && schema.hide === true;

/**
 * Compares every answer that a server gives from now on with its OpenAPI document, but of routes that are in none on
 * purpose. To be called before the routes are added, which only then have the hook.
 * @returns what answers have had that the document does not have: operations, their statuses, or codes of refusals
 */
export function undocumentedAnswers(app: FastifyInstance, swagger: () => unknown): () => readonly string[] {
  const found = new Set<string>();
  let paths: z.infer<typeof documentSchema>['paths'] | null = null;

  function missing(request: FastifyRequest, status: number, code: string | null): string | null {
    paths ??= documentSchema.parse(swagger()).paths;
    const path = (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}');
    const name = `${request.method} ${path}: ${status} ${code ?? ''}`;
    // What may be asked for by GET may be by HEAD.
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
