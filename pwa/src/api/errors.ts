import type { FieldError, Problem } from '@pmcw/contracts';

/** Sentences of the app itself when no server answered. */
const apiTexts = {
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  unreadable: 'The server gave an answer that this app does not understand. Please reload the page.',
  unknown: 'Something went wrong. Please try again.',
} as const;

/** The server refused or failed. `message` is "status: sentence" (spec §7); `detail` alone is for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Stable code of the refusal; '' when the answer was no problem document. */
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** Seconds after which trying again makes sense, when the server said so. */
  readonly retryAfter: number | undefined;

  /** @param problem the parsed body, or what stands in for it */
  constructor(problem: Pick<Problem, 'status' | 'code' | 'detail' | 'errors'>, retryAfter?: number) {
    super(`${problem.status}: ${problem.detail}`);
    this.status = problem.status;
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
    super(apiTexts.unreachable, { cause });
  }
}

/** An answer came that does not fit the contract. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError';

  /** @param cause what the parser found */
  constructor(cause: unknown) {
    super(apiTexts.unreadable, { cause });
  }
}

/** The sentence to show for whatever was thrown: the server's own where it gave one (spec §8). */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail === '' ? error.message : error.detail;
  return error instanceof NetworkError || error instanceof UnreadableAnswerError
    ? error.message
    : apiTexts.unknown;
}

/** Whether the session is gone; wrong credentials are something else. */
export function isSignedOutError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code !== 'wrong_credentials';
}

/** Whether the thing asked for does not exist. */
export function isNotFoundError(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
