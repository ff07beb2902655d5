import type { FieldError, Problem } from '@pmcw/contracts';
import { api } from '../words/en/api.ts';
import { currentWords, translated } from '../words/words.ts';

/** The server refused or failed. `message` is "status: sentence", "Unauthorized" for a 401 (spec §7); `detail` alone is for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable code of the refusal; '' when the answer was no problem document. */
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** Seconds after which trying again makes sense, when the server said so. */
  readonly retryAfter: number | undefined;
  /** "Forbidden": the status in words; '' over HTTP/2, which sends none. */
  readonly statusText: string;

  /** @param problem the parsed body, or what stands in for it */
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

/** No answer came: offline, refused, or too slow. Whether the server acted is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  /** @param cause what `fetch` threw */
  constructor(cause: unknown) {
    super(api.english.unreachable, { cause });
  }
}

/** An answer came that does not fit the contract. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  /** @param cause what the parser found */
  constructor(cause: unknown) {
    super(api.english.unreadable, { cause });
  }
}

/** The sentence to show for whatever was thrown, in the chosen language: the server's own where it gave one (spec §8). */
export function sentenceOf(error: unknown): string {
  const words = currentWords(api);
  if (error instanceof ApiError) return error.detail === '' ? error.message : translated(error.detail);
  if (error instanceof NetworkError) return words.unreachable;
  return error instanceof UnreadableAnswerError ? words.unreadable : words.unknown;
}

/** Whether the session is gone; wrong credentials are something else. */
export function isSignedOutError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';
}

/** Whether the thing asked for does not exist. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether no answer came from the product itself: no network, or a proxy that stands before a server that is away. */
export function isUnreachableError(error: unknown): boolean {
  return (
    error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status))
  );
}
