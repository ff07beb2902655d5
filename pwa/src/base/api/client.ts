import { problemSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { ApiError, NetworkError, UnreadableAnswerError } from './errors.ts';
import { firstAbort } from './firstAbort.ts';
import { isProofRequired, requestProof } from './proof.ts';
import { isOfServer, noteReach } from './reach.ts';

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
 * @throws ApiError when the server refuses, NetworkError without an answer
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
    noteReach(false);
    throw new NetworkError(error);
  });
  const isAnswer = isOfServer(response);
  noteReach(isAnswer);
  // An HTML page instead of an answer.
  if (response.ok && !isAnswer) throw new NetworkError(response);
  if (!response.ok) {
    const refusal = await refusalOf(response);
    // For developers (spec §8), as info: the browser has already logged an error.
    console.info(refusal.message);
    throw refusal;
  }
  return response;
}

/** @throws ApiError, NetworkError; UnreadableAnswerError if the answer does not match the schema */
export async function fetchJson<S extends v.GenericSchema>(
  path: string,
  schema: S,
  options: RequestOptions = {},
): Promise<v.InferOutput<S>> {
  return readJson(await send(path, options), schema);
}

/** @throws UnreadableAnswerError if the body does not match the schema */
export async function readJson<S extends v.GenericSchema>(
  response: Response,
  schema: S,
): Promise<v.InferOutput<S>> {
  const body: unknown = await response.json().catch((error: unknown) => {
    throw new UnreadableAnswerError(error);
  });
  const result = v.safeParse(schema, body);
  if (!result.success) throw new UnreadableAnswerError(v.flatten(result.issues));
  return result.output;
}

export async function refusalOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), problemSchema), text);
  return new ApiError(
    problem.success
      ? problem.output
      : // Answers to `HEAD` have no body.
        {
          status: response.status,
          code: response.headers.get('x-problem') ?? '',
          detail: text.slice(0, 200) || response.statusText,
        },
    Number.isNaN(retryAfter) ? undefined : retryAfter,
    response.statusText,
  );
}
