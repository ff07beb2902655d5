import type * as v from 'valibot';
import { accepted, type RequestOptions, readJson } from './client.ts';
import { NetworkError } from './errors.ts';

const uploadTimeoutMs = 120_000;

interface UploadOptions extends Required<Pick<RequestOptions, 'method' | 'body' | 'signal'>> {
  /** From 0 to 1; at 1 the server has everything and is working. */
  readonly onProgress: (share: number) => void;
}

/**
 * As `fetchJson` with upload progress, which `fetch` lacks.
 * @throws ApiError, NetworkError, UnreadableAnswerError; the signal's reason when it is aborted
 */
export async function uploadJson<S extends v.GenericSchema>(
  path: string,
  schema: S,
  options: UploadOptions,
): Promise<v.InferOutput<S>> {
  return readJson(await accepted(await exchange(path, options)), schema);
}

function exchange(path: string, { method, body, signal, onProgress }: UploadOptions): Promise<Response> {
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    request.open(method, path);
    request.timeout = uploadTimeoutMs;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      try {
        resolve(answerOf(request));
      } catch (error) {
        // Not of our server: without a body, or with a status or header that a `Response` can't have.
        reject(new NetworkError(error));
      }
    });
    for (const event of ['error', 'timeout'] as const) {
      request.addEventListener(event, () => reject(new NetworkError(event)));
    }
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(JSON.stringify(body));
  });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name !== '') headers.append(name, value.join(': '));
  }
  return new Response(request.responseText, {
    status: request.status,
    statusText: request.statusText,
    headers,
  });
}
