import { ProblemError, texts } from '@pmcw/contracts';
import { loggable, refusalOf } from '@pmcw/http';
import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql/index.js';

/** Formats an error like REST: sentence, code, fields. Internal errors are logged, not shown. */
function formatError(error: Error, log: FastifyBaseLogger): GraphQLFormattedError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  const place =
    error instanceof GraphQLError
      ? { ...(error.locations && { locations: error.locations }), ...(error.path && { path: error.path }) }
      : {};
  // Without an original error the document is at fault.
  if (!original) {
    return {
      message: error.message,
      ...place,
      extensions: { code: 'invalid_input', ...extensionsOf(error) },
    };
  }
  const refusal = refusalOf(original);
  if (refusal === null) {
    log.error({ err: loggable(original) }, 'query failed');
  }
  const { message, code, errors } = refusal ?? new ProblemError('internal', texts.refusals.unexpected);
  return { message, ...place, extensions: { code, ...(errors && { errors }) } };
}

const extensionsOf = (error: Error) => (error instanceof GraphQLError ? error.extensions : {});

export const formatErrors = (errors: readonly Error[], log: FastifyBaseLogger): GraphQLFormattedError[] =>
  errors.map((error) => formatError(error, log));

export function documentErrors(error: unknown): readonly Error[] | null {
  if (error instanceof GraphQLError) return [error];
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'MER_ERR_GQL_VALIDATION') return null;
  if (!('errors' in error) || !Array.isArray(error.errors)) return null;
  // Mercurius has its own error type for too deep nesting.
  return error.errors.map((each: Error) =>
    each instanceof GraphQLError ? each : new GraphQLError(each.message),
  );
}
