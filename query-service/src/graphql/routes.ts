import { withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import { type GraphQLError, type GraphQLFormattedError, parse as parseDocument } from 'graphql/index.js';
import mercurius, { type MercuriusContext } from 'mercurius';
import * as v from 'valibot';
import type { Streams } from '../audit/record.ts';
import type { Deps } from '../deps.ts';
import { checkAccess } from './access.ts';
import { documentOf, requestSchema, UnansweredDocumentError } from './documents.ts';
import { documentErrors, formatErrors } from './errors.ts';
import { maxDepth, maxDocument, refuseCostly } from './limits.ts';
import { loadersOf } from './loaders.ts';
import { checkModels, modelsOf } from './models.ts';
import { resolversOf } from './resolvers.ts';
import { schema } from './schema.ts';

/** As in the GraphQL specification. */
const errorSchema = v.object({
  message: v.string(),
  locations: v.optional(v.array(v.object({ line: v.number(), column: v.number() }))),
  path: v.optional(v.array(v.union([v.string(), v.number()]))),
  extensions: v.optional(v.record(v.string(), v.unknown())),
});

/** Data, errors, or both. */
const resultSchema = v.object({
  data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  errors: v.optional(v.array(errorSchema)),
});

const asAnswered = ({ message, locations, path, extensions }: GraphQLError | GraphQLFormattedError) => ({
  message,
  locations: locations && [...locations],
  path: path && [...path],
  extensions,
});

interface Context extends MercuriusContext {
  readonly operationName: string | null;
}

/**
 * `POST /graphql` only: no GET, batches, subscriptions or playground. In production it answers the app's documents,
 * sent as hashes, and any document of administrators, so that strangers don't see the schema.
 * @throws Error when a field leads to objects with stricter access
 */
export async function addGraphql(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  { production, streams }: { readonly production: boolean; readonly streams: Streams },
): Promise<void> {
  await app.register(mercurius, {
    schema,
    resolvers: resolversOf(db, streams),
    loaders: loadersOf(db),
    routes: false,
    queryDepth: maxDepth,
    cache: 256,
    graphql: { parseOptions: { maxTokens: maxDocument.tokens } },
    errorFormatter: ({ data, errors = [] }, { app: server }) => ({
      statusCode: 200,
      response: { data: data ?? null, errors: formatErrors(errors, server.log) },
    }),
  });
  checkAccess(app.graphql.schema);
  checkModels(app.graphql.schema);
  app.graphql.addHook<Context>('preExecution', async (of, document, context, variables) => {
    refuseCostly(of, document, context.operationName, variables ?? {});
  });

  withSchemas(app).post(
    '/graphql',
    {
      schema: {
        tags: ['graphql'],
        summary: 'Nested reads',
        description:
          'In production documents are sent as their SHA-256, in `extensions.persistedQuery.sha256Hash`.',
        body: requestSchema,
        response: { 200: resultSchema, 400: resultSchema, 403: resultSchema, 404: resultSchema },
      },
    },
    async (request, reply) => {
      const { variables, operationName = null } = request.body;
      try {
        const document = await documentOf(request.body, request, { db, production });
        // Mercurius would parse an invalid document as a JSON tree, and fail on some.
        const parsed = parseDocument(document, { maxTokens: maxDocument.tokens });
        await upToDate(...modelsOf(app.graphql.schema, parsed, operationName))(request, reply);
        const context = { operationName };
        const result = await reply.graphql(document, context, variables ?? {}, operationName ?? undefined);
        return { data: result.data ?? null, errors: result.errors?.map(asAnswered) };
      } catch (error) {
        const errors = documentErrors(error);
        if (errors === null) throw error;
        const status = error instanceof UnansweredDocumentError ? error.status : 400;
        return reply.code(status).send({ errors: formatErrors(errors, request.log).map(asAnswered) });
      }
    },
  );
}
