import type { FieldError, Problem } from '@pmcw/contracts';
import { api } from '../words/en/api.ts';
import { currentWords, translated } from '../words/words.ts';

/**
 * Our server refused or failed. `message` is "status: sentence", or "Unauthorized" for a 401 (spec §7); `detail` alone
 * is for people.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** '' without a problem document. */
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** In seconds, if the server sent it, however many; `boundedWait` before waiting. */
  readonly retryAfter: number | undefined;
  /** "Forbidden"; '' over HTTP/2, which has none. */
  readonly statusText: string;

  constructor(
    problem: Pick<Problem, 'status' | 'code' | 'detail' | 'errors'>,
    retryAfter?: number,
    statusText = '',
  ) {
    super(problem.status === 401 ? 'Unauthorized' : `${problem.status}: ${problem.detail}`);
    this.status = problem.status;
    this.statusText = statusText;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** No answer of our server: offline, connection refused, timeout, or another's answer. Whether it acted is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown, message: string = api.english.unreachable) {
    super(message, { cause });
  }
}

/** An answer in place of our server's, of a proxy or a Wi-Fi login page. */
export class ForeignAnswerError extends NetworkError {}

export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  constructor(cause: unknown) {
    super(api.english.unreadable, { cause });
  }
}

/** Returns the sentence for any error in the current language, preferably the server's own (spec §8). */
export function sentenceOf(error: unknown): string {
  const words = currentWords(api);
  if (error instanceof ApiError) return error.detail === '' ? error.message : translated(error.detail);
  if (error instanceof NetworkError) return words.unreachable;
  return error instanceof UnreadableAnswerError ? words.unreadable : words.unknown;
}

/** Wrong credentials are no lost session. */
export function isSignedOutError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';
}

export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** No answer of our server, or one that it can't work now. */
export function isUnreachableError(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status))
  );
}

/** The same request may succeed later: `isUnreachableError`, or too many requests. */
export function isPassingError(error: unknown): boolean {
  return isUnreachableError(error) || (error instanceof ApiError && error.status === 429);
}
