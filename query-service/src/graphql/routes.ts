import { texts } from '@pmcw/contracts';
import { withSchemas } from '@pmcw/http';
import { modelNames } from '@pmcw/projections/tables';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, parse as parseDocument } from 'graphql/index.js';
import mercurius, { type MercuriusContext } from 'mercurius';
import * as v from 'valibot';
import { isAdmin } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import type { ReadModels } from '../storage/database.ts';
import { documentErrors, tellAll } from './errors.ts';
import { asksForSchema, maxDepth, maxDocument, refuseCostly } from './limits.ts';
import { loadersOf, resolversOf } from './resolvers.ts';
import { schema } from './schema.ts';

/** A GraphQL request. */
const requestSchema = v.object({
  query: v.pipe(v.string(), v.maxLength(maxDocument.characters, texts.validation.tooLong)),
  variables: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  operationName: v.optional(v.nullable(v.string())),
});

/** Data, errors, or both. */
const resultSchema = v.object({
  data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  errors: v.optional(v.array(v.object({ message: v.string() }))),
});

/** The context of an execution, beside what mercurius puts into it. */
interface Context extends MercuriusContext {
  readonly operationName: string | null;
}

/**
 * In production the schema is shown to administrators only.
 * @throws GraphQLError `forbidden`
 */
async function requireAdmin(db: ReadModels, { session }: FastifyRequest): Promise<void> {
  if (session !== null && (await isAdmin(db, session.userId))) return;
  throw new GraphQLError('The schema is for administrators', { extensions: { code: 'forbidden' } });
}

/** `POST /graphql`, and nothing else: no GET, no batches, no subscriptions, no page to try it on. */
export async function addGraphql(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  { production }: { readonly production: boolean },
): Promise<void> {
  await app.register(mercurius, {
    schema,
    resolvers: resolversOf(db),
    loaders: loadersOf(db),
    routes: false,
    queryDepth: maxDepth,
    cache: 256,
    graphql: { parseOptions: { maxTokens: maxDocument.tokens } },
    errorFormatter: ({ data, errors = [] }, { app: server }) => ({
      statusCode: 200,
      response: { data: data ?? null, errors: tellAll(errors, server.log) },
    }),
  });
  app.graphql.addHook<Context>('preExecution', async (of, document, context, variables) => {
    refuseCostly(of, document, context.operationName, variables ?? {});
    if (production && asksForSchema(document)) await requireAdmin(db, context.reply.request);
  });

  withSchemas(app).post(
    '/graphql',
    {
      preHandler: upToDate(...modelNames),
      schema: {
        tags: ['graphql'],
        summary: 'Nested reads',
        body: requestSchema,
        response: { 200: resultSchema, 400: resultSchema },
      },
    },
    async (request, reply) => {
      const { query, variables, operationName = null } = request.body;
      try {
        // Mercurius would try a document that does not parse as a JSON tree, and fail on some of those.
        parseDocument(query, { maxTokens: maxDocument.tokens });
        const context = { operationName };
        const result = await reply.graphql(query, context, variables ?? {}, operationName ?? undefined);
        return { data: result.data ?? null, ...(result.errors && { errors: [...result.errors] }) };
      } catch (error) {
        const errors = documentErrors(error);
        if (errors === null) throw error;
        return reply.code(400).send({ errors: tellAll(errors, request.log) });
      }
    },
  );
}
