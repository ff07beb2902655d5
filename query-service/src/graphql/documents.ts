import { graphqlDocuments, hashOfDocument, texts } from '@pmcw/contracts';
import type { FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql/index.js';
import * as v from 'valibot';
import { isAdmin } from '../accounts/queries.ts';
import type { ReadModels } from '../storage/database.ts';
import { maxDocument } from './limits.ts';

const hashSchema = v.pipe(
  v.string(texts.validation.invalidValue),
  v.regex(/^[0-9a-f]{64}$/, texts.validation.invalidValue),
);

/** A GraphQL request with a document, its hash in `extensions.persistedQuery`, or both, which must match. */
export const requestSchema = v.object({
  query: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(maxDocument.characters, texts.validation.tooLong))),
  ),
  variables: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  operationName: v.optional(v.nullable(v.string())),
  extensions: v.optional(
    v.nullable(v.object({ persistedQuery: v.optional(v.object({ sha256Hash: hashSchema })) })),
  ),
});
type DocumentRequest = Pick<v.InferOutput<typeof requestSchema>, 'query' | 'extensions'>;

const known: ReadonlyMap<string, string> = new Map(
  Object.values(graphqlDocuments).map((document) => [hashOfDocument(document), document]),
);

export class UnansweredDocumentError extends GraphQLError {
  readonly status: 400 | 403 | 404;
  constructor(status: 400 | 403 | 404, code: string, message: string) {
    super(message, { extensions: { code } });
    this.status = status;
  }
}

/**
 * In production only the app's documents are answered; administrators may send any.
 * @throws UnansweredDocumentError
 */
export async function documentOf(
  { query, extensions }: DocumentRequest,
  request: FastifyRequest,
  { db, production }: { readonly db: ReadModels; readonly production: boolean },
): Promise<string> {
  const hash = extensions?.persistedQuery?.sha256Hash;
  if (typeof query !== 'string') {
    if (hash === undefined) {
      throw new UnansweredDocumentError(
        400,
        'invalid_input',
        'Neither a document nor the hash of one was sent',
      );
    }
    const document = known.get(hash);
    if (document !== undefined) return document;
    throw new UnansweredDocumentError(404, 'not_found', 'No document with this hash is known');
  }
  if (hash !== undefined && hash !== hashOfDocument(query)) {
    throw new UnansweredDocumentError(400, 'invalid_input', 'The hash is not that of the document');
  }
  if (!production || known.has(hashOfDocument(query)) || (await asksAsAdministrator(db, request)))
    return query;
  throw new UnansweredDocumentError(
    403,
    'forbidden',
    'Only the documents of the app are answered, by their hashes',
  );
}

async function asksAsAdministrator(db: ReadModels, { session }: FastifyRequest): Promise<boolean> {
  return session !== null && isAdmin(db, session.userId);
}
