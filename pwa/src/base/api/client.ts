import { problemSchema, startOf } from '@pmcw/contracts';
import { retryAfterOf } from '@pmcw/resilience';
import * as v from 'valibot';
import { ApiError, ForeignAnswerError, NetworkError, UnreadableAnswerError } from './errors.ts';
import { firstAbort } from './firstAbort.ts';
import { isOfServer } from './ofServer.ts';
import { isProofRequired, requestProof } from './proof.ts';
import { noteReach } from './reach.ts';

const timeoutMs = 15_000;

export interface RequestOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON if given (spec §7). */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/**
 * Returns the raw response, for callers that need headers or no body. If the server requires a fresh proof, asks for it
 * and repeats the request.
 * @throws ApiError when the server refuses, NetworkError without an answer of its own
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  try {
    return await sendOnce(path, options);
  } catch (error) {
    if (!isProofRequired(error) || !(await requestProof())) throw error;
    return sendOnce(path, options);
  }
}

async function sendOnce(path: string, options: RequestOptions): Promise<Response> {
  const deadline = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
  const init: RequestInit = {
    method: options.method ?? 'GET',
    credentials: 'include',
    signal: options.signal === undefined ? deadline : firstAbort(options.signal, deadline),
    headers: {
      accept: 'application/json',
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  };
  const response = await fetch(path, init).catch((error: unknown) => {
    if (options.signal?.aborted === true) throw error;
    return unreached(error);
  });
  return accepted(response);
}

/**
 * Passes on a body that is being read.
 * @throws NetworkError if it is cut off; AbortError if its caller aborted it
 */
export function whole<Body>(body: Promise<Body>): Promise<Body> {
  return body.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return unreached(error);
  });
}

function unreached(cause: unknown): never {
  noteReach(false);
  throw new NetworkError(cause);
}

/**
 * Returns a success of our server, and notes whether it was reached.
 * @throws ApiError when it refused, ForeignAnswerError if the answer is not its own
 */
export async function accepted(response: Response): Promise<Response> {
  const isAnswer = isOfServer(response);
  noteReach(isAnswer);
  if (response.ok && isAnswer) return response;
  const failure = await (isAnswer ? refusalOf(response) : foreignAnswer(response));
  // For developers (spec §8), as info: the browser has already logged an error.
  console.info(failure.message);
  throw failure;
}

/** @throws ApiError, NetworkError; UnreadableAnswerError if the answer does not match the schema */
export async function fetchJson<S extends v.GenericSchema>(
  path: string,
  schema: S,
  options: RequestOptions = {},
): Promise<v.InferOutput<S>> {
  return readJson(await send(path, options), schema);
}

/** @throws NetworkError if the body is cut off, UnreadableAnswerError if it does not match the schema */
export async function readJson<S extends v.GenericSchema>(
  response: Response,
  schema: S,
): Promise<v.InferOutput<S>> {
  const result = v.safeParse(schema, parsed(await whole(response.text())));
  if (!result.success) throw new UnreadableAnswerError(v.flatten(result.issues));
  return result.output;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new UnreadableAnswerError(error);
  }
}

/** With status and text as its message (spec §7). */
async function foreignAnswer(response: Response): Promise<ForeignAnswerError> {
  const text = startOf(await response.text().catch(() => ''), 200);
  return new ForeignAnswerError(response, `${response.status}: ${text || response.statusText}`);
}

/** @throws NetworkError if the body is cut off: without its code, wrong credentials would look like a lost session */
async function refusalOf(response: Response): Promise<ApiError> {
  const text = await whole(response.text());
  const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), problemSchema), text);
  return new ApiError(
    problem.success
      ? problem.output
      : // Answers to `HEAD` have no body.
        {
          status: response.status,
          code: response.headers.get('x-problem') ?? '',
          detail: startOf(text, 200) || response.statusText,
        },
    retryAfterOf(response.headers) ?? undefined,
    response.statusText,
  );
}
