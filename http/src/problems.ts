import { ProblemError, texts } from '@pmcw/contracts';
import { Interruptions, isFinal } from '@pmcw/resilience';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { isNavigation } from './pages/navigation.ts';
import { pageLanguageOf, sendPage } from './pages/plainPage.ts';
import { refusalPage } from './pages/refusalPage.ts';

const { refusals } = texts;

const frameworkProblems: Readonly<Record<string, () => ProblemError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ProblemError('too_large', refusals.tooLarge),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ProblemError('unsupported_media_type', refusals.notJson),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new ProblemError('invalid_input', refusals.notJson),
  FST_ERR_MAX_PARAM_LENGTH: () => new ProblemError('not_found', refusals.notFound),
};

/** Returns null for internal errors. */
export function refusalOf(error: unknown): ProblemError | null {
  if (error instanceof ProblemError) return error;
  if (!(error instanceof Error)) return null;
  // The session's member was just deleted.
  if (error.name === 'SubjectErasedError') return new ProblemError('not_signed_in', refusals.notSignedIn);
  const known = 'code' in error && typeof error.code === 'string' ? frameworkProblems[error.code] : undefined;
  if (known !== undefined) return known();
  // A broken URL or a wrong content-length.
  const isRefusal = 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500;
  if (isRefusal) return new ProblemError('invalid_input', refusals.invalidInput);
  return isFinal(error) ? null : new ProblemError('unavailable', refusals.busy, { retryAfter: 1 });
}

/** Programs get a problem document, people a page. */
export function sendProblem(reply: FastifyReply, refusal: ProblemError): FastifyReply {
  const { status, code, retryAfter } = refusal;
  if (retryAfter !== undefined) void reply.header('retry-after', Math.ceil(retryAfter));
  // For answers to `HEAD`.
  void reply.code(status).header('x-problem', code);
  const { request } = reply;
  if (isNavigation(request)) {
    const reference = reply.getHeader('x-request-id')?.toString();
    return sendPage(reply, refusalPage({ status, language: pageLanguageOf(request), retryAfter, reference }));
  }
  // A string, so that the route's response schema does not apply.
  return reply.type('application/problem+json').send(JSON.stringify(refusal.toProblem()));
}

/** PostgreSQL's data exceptions, which quote the value. */
const quotesValue = /^22...$/;

/** Without fields that may quote values or name people. */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const shown = code !== undefined && quotesValue.test(code) ? message.replace(/".*"/s, '"…"') : message;
  return { name, message: shown, ...(code && { code }), stack: stack?.replace(message, () => shown) };
}

type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Every request fails in an outage, which is logged when it starts, and once a minute with their number. */
export function errorAnswerer(logger: Pick<FastifyBaseLogger, 'warn'>): AnswerError {
  const outage = new Interruptions((error, times) =>
    logger.warn({ err: loggable(error), requests: times }, 'requests are refused: not available'),
  );
  return (error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === null) {
      request.log.error({ err: loggable(error), route: request.routeOptions.url }, 'request failed');
      return sendProblem(reply, new ProblemError('internal', refusals.unexpected));
    }
    if (refusal !== error && refusal.code === 'unavailable') outage.happened(error);
    return sendProblem(reply, refusal);
  };
}

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, new ProblemError('not_found', refusals.notFound));
}
